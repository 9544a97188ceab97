import { hostname } from 'node:os'
import type { PostgresStore } from '@antiphon/store-postgres'
import {
  createFileStore,
  formatSessionKey,
  type SessionKey,
  TranscriptError,
  toLogPath,
} from '@antiphon/transcript'
import { type SyncOutcome, syncLog } from './sync-log.ts'

/** What a run of syncing came to. */
export type SyncReport = {
  /** Files that were looked at, and how many of them had something new. */
  readonly files: number
  readonly sent: number
  readonly forked: number
  readonly behind: number
  readonly refused: number
  readonly bytes: number
  /** What a person should know: forks, refusals, files that could not be read. */
  readonly notes: readonly string[]
}

export type SyncRootsOptions = {
  readonly roots: readonly string[]
  readonly isDry?: boolean
  readonly signal?: AbortSignal
  /** What earlier runs of this process saw of each file: one that is as it was is not looked at again. */
  readonly seen?: Map<string, string>
  readonly onProgress?: (progress: { readonly files: number; readonly bytes: number }) => void
}

type LocalLog = { readonly path: string; readonly key: SessionKey; readonly mark: string }

/**
 * Mirrors every log below the roots into the store. There is no state to lose: how far the store has a file is what the
 * store says, so that a run which was killed is gone on with, and a second run sends nothing.
 */
export async function syncRoots(store: PostgresStore, options: SyncRootsOptions): Promise<SyncReport> {
  const {
    roots,
    isDry = false,
    signal,
    seen = new Map<string, string>(),
    onProgress = () => undefined,
  } = options
  const counts = { files: 0, sent: 0, forked: 0, behind: 0, refused: 0, bytes: 0 }
  const notes: string[] = []
  let bytesOnTheWay = 0

  async function syncOne(
    { path, key, mark }: LocalLog,
    tail: Parameters<typeof syncLog>[1]['tail'],
  ): Promise<void> {
    try {
      const outcome = await syncLog(store, {
        ...{ path, key, tail, isDry, host: hostname() },
        onSent: bytes => {
          bytesOnTheWay += bytes
          onProgress({ files: counts.files, bytes: bytesOnTheWay })
        },
      })
      note(outcome)
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
      if (seen.get(path) !== mark) yield { path, key, mark }
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
