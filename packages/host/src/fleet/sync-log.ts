import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { type FleetStore, formatSessionKey, type LogTail, type SessionKey } from '@antiphon/transcript'
import { compareBytes, readBytes } from './compare-bytes.ts'
import { findDivergence, toForkKey } from './find-divergence.ts'
import { readLineBatches } from './read-line-batches.ts'

/** What became of a file: `behind` is one that the store has more of; `refused` one that somebody is writing there. */
export type SyncOutcome = {
  readonly kind: 'same' | 'sent' | 'forked' | 'behind' | 'refused'
  readonly bytes: number
  /** What a person should know of it. */
  readonly note?: string
}

export type SyncLogOptions = {
  readonly path: string
  readonly key: SessionKey
  /** How the log ends in the store; null where it is not there. */
  readonly tail: LogTail | null
  /** Says what would be sent, and sends nothing. */
  readonly isDry: boolean
  /** Who has the file, for the note of a fork. */
  readonly host: string
  readonly onSent?: (bytes: number) => void
}

/** Sends what the store has not got of a file. What it has is never changed: a file that went another way becomes a fork. */
export async function syncLog(store: FleetStore, options: SyncLogOptions): Promise<SyncOutcome> {
  const file = await open(options.path, 'r')
  try {
    const { size, mtimeMs } = await file.stat()
    const isSettled = Date.now() - mtimeMs > SETTLED_MS
    const place = await findPlace(store, file, { ...options, size })
    const sending = { ...options, file, size, isSettled }
    return place === 'diverged'
      ? await sendFork(store, sending)
      : await sendRest(store, { ...sending, place })
  } finally {
    await file.close()
  }
}

/** So long after it was touched the last line of a file will not be ended any more. */
export const SETTLED_MS = 60_000

type Sized = SyncLogOptions & { readonly size: number }
type Sending = Sized & { readonly file: FileHandle; readonly isSettled: boolean }
type Place = 'begins' | 'goes-on' | 'behind' | 'diverged'

async function findPlace(store: FleetStore, file: FileHandle, { key, tail, size }: Sized): Promise<Place> {
  if (!tail || tail.bytes === 0) return 'begins'
  if (size >= tail.bytes) return (await endsAlike(file, tail)) ? 'goes-on' : 'diverged'
  const { seq, offset, line } = await store.findBoundary(key, size)
  if (!(await compareBytes(file, offset - line.length, line))) return 'diverged'
  return offset === size || (await isCutOff(store, file, { key, seq, offset, size })) ? 'behind' : 'diverged'
}

/** The lines carry ids and times: where the last one of the store stands at its place, so do those before it. */
async function endsAlike(file: FileHandle, { bytes, lastLength, lastDigest }: LogTail): Promise<boolean> {
  const last = await readBytes(file, bytes - lastLength, lastLength)
  return createHash('sha256').update(last).digest('hex') === lastDigest
}

type CutOff = {
  readonly key: SessionKey
  readonly seq: number
  readonly offset: number
  readonly size: number
}

/** True where a file ends within the store's next line. */
async function isCutOff(
  store: FleetStore,
  file: FileHandle,
  { key, seq, offset, size }: CutOff,
): Promise<boolean> {
  for await (const next of store.readLines(key, seq))
    return compareBytes(file, offset, next.subarray(0, size - offset))
  return false
}

async function sendRest(
  store: FleetStore,
  { place, ...sending }: Sending & { readonly place: 'begins' | 'goes-on' | 'behind' },
): Promise<SyncOutcome> {
  const { key, tail, size } = sending
  if (place === 'behind')
    return {
      kind: 'behind',
      bytes: 0,
      note: `${formatSessionKey(key)} went on elsewhere: the store has ${(tail?.bytes ?? 0) - size} bytes more.`,
    }
  return send(store, { ...sending, to: key, kind: 'sent' })
}

async function sendFork(store: FleetStore, sending: Sending): Promise<SyncOutcome> {
  const { file, key, size, host } = sending
  const divergence = await findDivergence(store, { file, key, size })
  // Its first line of its own is still being written.
  if (divergence === null) return { kind: 'same', bytes: 0 }
  const fork = toForkKey(key, divergence)
  const [tail = null] = await store.readTails([fork])
  const note = `${formatSessionKey(key)} went another way on ${host} from byte ${divergence.offset} on; that way is ${fork.session}.`
  const outcome = await send(store, { ...sending, to: fork, tail, kind: 'forked' })
  if (!sending.isDry && tail?.note !== note && outcome.kind !== 'refused') await store.note(fork, note)
  return outcome.kind === 'forked' ? { ...outcome, note } : outcome
}

type Send = Sending & { readonly to: SessionKey; readonly kind: 'sent' | 'forked' }

async function send(store: FleetStore, options: Send): Promise<SyncOutcome> {
  const { file, to, tail, size, isSettled, isDry, kind, onSent = () => undefined } = options
  let [bytes, seq] = [0, tail?.seq ?? 0]
  for await (const lines of readLineBatches(file, {
    from: tail?.bytes ?? 0,
    to: size,
    hasLastLine: isSettled,
  })) {
    const length = lines.reduce((sum, line) => sum + line.length, 0)
    if (!isDry) {
      const outcome = await store.appendLines(to, lines, seq)
      if (outcome.status === 'conflict') {
        await store.release(to)
        const why = outcome.holder ?? `${formatSessionKey(to)} changed in the store meanwhile.`
        return { kind: 'refused', bytes, note: `${why} The next run looks again.` }
      }
      seq = outcome.seq
    }
    bytes += length
    onSent(length)
  }
  if (bytes === 0) return { kind: 'same', bytes }
  if (!isDry) await store.release(to)
  return { kind, bytes }
}
