import { createFileStore, type FleetStore, type LogTail, type SessionKey } from '@antiphon/transcript'
import { type BesideFile, listBesideFiles, readBesideFile, toBesideKey } from './beside-file.ts'
import { isRedactedLog } from './sync-redacted-log.ts'

export type SyncBesideOptions = {
  readonly root: string
  readonly isDry: boolean
  /** Sends no file with its secrets in it. */
  readonly isRedacted: boolean
  readonly signal: AbortSignal | undefined
  readonly seen: Map<string, string>
  readonly onSent: (bytes: number) => void
}

/** Sends the files beside the logs of a root that the store has not got; gives how many, and how many were refused. */
export async function syncBeside(
  store: FleetStore,
  options: SyncBesideOptions,
): Promise<{ readonly sent: number; readonly bytes: number; readonly refused: number }> {
  const { root, signal, seen } = options
  const counts = { sent: 0, bytes: 0, refused: 0 }
  for await (const { key } of createFileStore({ root }).list()) {
    if (signal?.aborted) break
    if (key.subpath !== undefined) continue
    const fresh = (await listBesideFiles(root, key)).filter(file => seen.get(file.path) !== markOf(file))
    if (fresh.length === 0) continue
    const isRedacted = options.isRedacted || (await isSessionRedacted(store, key))
    for (let index = 0; index < fresh.length && !signal?.aborted; index += BATCH_FILES)
      await syncBatch(store, fresh.slice(index, index + BATCH_FILES), { ...options, isRedacted, counts })
  }
  return counts
}

const BATCH_FILES = 200

async function isSessionRedacted(store: FleetStore, key: SessionKey): Promise<boolean> {
  const [tail = null] = await store.readTails([key])
  return isRedactedLog(tail)
}

function markOf({ bytes, modifiedMs }: BesideFile): string {
  return `${bytes} ${modifiedMs}`
}

type Batch = SyncBesideOptions & { readonly counts: { sent: number; bytes: number; refused: number } }

async function syncBatch(store: FleetStore, files: readonly BesideFile[], batch: Batch): Promise<void> {
  const { isDry, seen, counts, onSent } = batch
  // Read once for their names, which are short, and once more where they are sent: a batch may be large.
  const named: { file: BesideFile; key: SessionKey; bytes: number }[] = []
  for (const file of files) {
    const content = await readBesideFile(file, batch)
    if (content) named.push({ file, key: toBesideKey(file, content), bytes: content.length })
    else if (!isDry) seen.set(file.path, markOf(file))
  }
  const tails = await store.readTails(named.map(({ key }) => key))
  for (const [index, { file, key, bytes }] of named.entries()) {
    const tail = tails[index] ?? null
    const isThere = tail !== null && tail.bytes >= bytes && tail.seq > 0
    if (!isThere && !isDry && !(await sendFile(store, { file, key, tail, batch }))) {
      counts.refused += 1
      continue
    }
    if (!isDry) seen.set(file.path, markOf(file))
    if (isThere) continue
    counts.sent += 1
    counts.bytes += bytes - (tail?.bytes ?? 0)
    onSent(bytes - (tail?.bytes ?? 0))
  }
}

type SendFile = {
  readonly file: BesideFile
  readonly key: SessionKey
  readonly tail: LogTail | null
  readonly batch: Batch
}

/** In pieces of one length: a run that was killed is gone on with. False where it changed, or somebody is sending it. */
async function sendFile(store: FleetStore, { file, key, tail, batch }: SendFile): Promise<boolean> {
  const content = await readBesideFile(file, batch)
  if (!content || toBesideKey(file, content).subpath !== key.subpath) return false
  let seq = tail?.seq ?? 0
  const count = Math.max(1, Math.ceil(content.length / PIECE_BYTES))
  while (seq < count) {
    const pieces = Array.from({ length: Math.min(PIECES, count - seq) }, (_, index) =>
      content.subarray((seq + index) * PIECE_BYTES, (seq + index + 1) * PIECE_BYTES),
    )
    const outcome = await store.appendLines(key, pieces, seq)
    if (outcome.status === 'conflict') {
      await store.release(key)
      return false
    }
    seq = outcome.seq
  }
  await store.release(key)
  return true
}

const PIECE_BYTES = 1024 * 1024
const PIECES = 4
