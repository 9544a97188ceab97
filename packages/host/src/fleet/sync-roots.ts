import { hostname } from 'node:os'
import {
  createFileStore,
  type FleetStore,
  formatSessionKey,
  type SessionKey,
  TranscriptError,
  toLogPath,
} from '@antiphon/transcript'
import { syncBeside } from './sync-beside.ts'
import { type SyncOutcome, syncLog } from './sync-log.ts'
import { isRedactedLog, type RedactedPlace, syncRedactedLog } from './sync-redacted-log.ts'

/** What a run of syncing came to. */
export type SyncReport = {
  /** Files that were looked at, and how many of them had something new. */
  readonly files: number
  readonly sent: number
  readonly forked: number
  readonly behind: number
  readonly refused: number
  /** Files beside the logs that were sent: notes of subagents, long results, files before they were changed. */
  readonly beside: number
  readonly bytes: number
  /** What a person should know: forks, refusals, files that could not be read. */
  readonly notes: readonly string[]
}

export type SyncRootsOptions = {
  readonly roots: readonly string[]
  readonly isDry?: boolean
  /** Takes secrets out before anything is sent. What was sent so once is never sent otherwise. */
  readonly isRedacted?: boolean
  readonly signal?: AbortSignal
  /** What earlier runs of this process saw of each file: one that is as it was is not looked at again. */
  readonly seen?: Map<string, string>
  /** Where it stopped in files that it redacts. */
  readonly places?: Map<string, RedactedPlace>
  /** Hears how long after its last write the store had a file, and of how many new bytes. */
  readonly onDelivered?: (delivered: { readonly lagMs: number; readonly bytes: number }) => void
  readonly onProgress?: (progress: { readonly files: number; readonly bytes: number }) => void
}

type LocalLog = {
  readonly path: string
  readonly key: SessionKey
  readonly mark: string
  readonly modifiedAt: string
}

/**
 * Mirrors every log below the roots into the store. There is no state to lose: how far the store has a file is what the
 * store says, so that a run which was killed is gone on with, and a second run sends nothing.
 */
export async function syncRoots(store: FleetStore, options: SyncRootsOptions): Promise<SyncReport> {
  const {
    roots,
    isDry = false,
    isRedacted = false,
    signal,
    seen = new Map<string, string>(),
    places = new Map<string, RedactedPlace>(),
    onDelivered = () => undefined,
    onProgress = () => undefined,
  } = options
  const counts = { files: 0, sent: 0, forked: 0, behind: 0, refused: 0, beside: 0, bytes: 0 }
  const notes: string[] = []
  let bytesOnTheWay = 0

  const onSent = (bytes: number): void => {
    bytesOnTheWay += bytes
    onProgress({ files: counts.files, bytes: bytesOnTheWay })
  }

  async function syncOne(
    { path, key, mark, modifiedAt }: LocalLog,
    tail: Parameters<typeof syncLog>[1]['tail'],
  ): Promise<void> {
    try {
      const log = { path, key, tail, isDry, host: hostname(), onSent }
      const outcome = await (isRedacted || isRedactedLog(tail)
        ? syncRedactedLog(store, { ...log, places })
        : syncLog(store, log))
      note(outcome)
      if (!isDry && outcome.bytes > 0)
        onDelivered({ lagMs: Math.max(0, Date.now() - Date.parse(modifiedAt)), bytes: outcome.bytes })
      // What is still being written, or was not taken, is looked at again.
      if (!isDry && outcome.kind === 'same') seen.set(path, mark)
    } catch (error) {
      // The store itself is needed for the next file, too.
      if (error instanceof TranscriptError) throw error
      counts.refused += 1
      notes.push(
        `${formatSessionKey(key)} was left out: ${error instanceof Error ? error.message : String(error)}.`,
      )
    }
    counts.files += 1
    onProgress({ files: counts.files, bytes: bytesOnTheWay })
  }

  function note({ kind, bytes, note: words }: SyncOutcome): void {
    if (kind !== 'same') counts[kind] += 1
    counts.bytes += bytes
    if (words !== undefined) notes.push(words)
  }

  for await (const batch of readBatches(listLocal(roots, seen))) {
    const tails = await store.readTails(batch.map(({ key }) => key))
    const waiting = batch.map((log, index) => ({ log, tail: tails[index] ?? null }))
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift())
        await syncOne(next.log, next.tail)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (signal?.aborted) break
  }
  for (const root of signal?.aborted ? [] : roots) {
    const beside = await syncBeside(store, { root, isDry, isRedacted, signal, seen, onSent })
    counts.beside += beside.sent
    counts.bytes += beside.bytes
    counts.refused += beside.refused
  }
  return { ...counts, notes }
}

const AT_ONCE = 4
const BATCH_LOGS = 500

async function* listLocal(
  roots: readonly string[],
  seen: ReadonlyMap<string, string>,
): AsyncGenerator<LocalLog, void, undefined> {
  for (const root of roots)
    for await (const { key, seq, modifiedAt } of createFileStore({ root }).list()) {
      const path = toLogPath(root, key)
      const mark = `${seq} ${modifiedAt}`
      if (seen.get(path) !== mark) yield { path, key, mark, modifiedAt }
    }
}

async function* readBatches(
  logs: AsyncIterable<LocalLog>,
): AsyncGenerator<readonly LocalLog[], void, undefined> {
  let batch: LocalLog[] = []
  for await (const log of logs) {
    // Two roots may hold a log of one name: the second is compared with what the first became.
    const isTwin = batch.some(({ key }) => formatSessionKey(key) === formatSessionKey(log.key))
    if (isTwin || batch.length === BATCH_LOGS) {
      yield batch
      batch = []
    }
    batch.push(log)
  }
  if (batch.length > 0) yield batch
}
