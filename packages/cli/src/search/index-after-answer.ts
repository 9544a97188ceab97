import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { formatSize } from '@antiphon/core/ui'
import type { Io } from '@antiphon/host'
import type { Search, SearchStatus, UpdateOutcome } from '@antiphon/search'
import { createProgressBar } from '../terminal/progress-bar.ts'

/**
 * Brings the index up to date after an answer: a little at once, much in a process beside this one, for which nobody
 * waits, and what is hardly anything with the next. Gives what is known of the outcome.
 */
export async function indexAfterAnswer(
  search: Search,
  status: SearchStatus,
  io: Io,
): Promise<UpdateOutcome | undefined> {
  const { index, waitingBytes, damaged } = status
  if (index === 'read' && damaged === 0 && waitingBytes < HARDLY_ANYTHING) return undefined
  // Which parts are damaged is known here alone.
  if (!io.startBeside || damaged > 0 || waitingBytes < MUCH) return indexHere(search, { io, isAll: false })
  if (status.indexBytes > status.maxIndexBytes * NEARLY_ALL) return { kind: 'full' }
  const code = findObstacle(status)
  if (code !== undefined) return { kind: 'failed', code, reason: '' }
  io.startBeside(['search', '--update'], io.env)
  return undefined
}

// Read by a search in less time than it takes to write an index.
const HARDLY_ANYTHING = 64 << 10
// Indexed in less time than a person notices.
const MUCH = 2 << 20
const NEARLY_ALL = 0.9

/** Why the index could not be written, where that can be known before: nobody hears of it later. */
function findObstacle({ folder, waitingBytes, maxIndexBytes }: SearchStatus): string | undefined {
  try {
    let place = folder ?? ''
    while (!existsSync(place) && place !== dirname(place)) place = dirname(place)
    accessSync(place, constants.W_OK)
    const { bavail, bsize } = statfsSync(place)
    const needed = Math.min(waitingBytes * USUAL_SHARE, maxIndexBytes)
    return bavail * bsize < needed ? 'ENOSPC' : undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : undefined
  }
}

// What an index takes of its logs.
const USUAL_SHARE = 0.06

/**
 * Indexes what is new in this process. On a terminal to its end, with a bar, until the person stops it;
 * elsewhere for some seconds unless all is asked for, so that a script does not wait: the next call goes on from there.
 */
export async function indexHere(
  search: Search,
  { io, isAll }: { readonly io: Io; readonly isAll: boolean },
): Promise<UpdateOutcome> {
  const progress = createProgressBar(io.stderr, 'Indexing')
  const signal =
    isAll || io.stderr.isTerminal ? io.signal : AbortSignal.any([io.signal, AbortSignal.timeout(SCRIPT_MS)])
  try {
    return await search.indexInBackground({
      signal,
      share: 1,
      onProgress: ({ doneBytes, totalBytes }) =>
        progress.update(doneBytes, totalBytes, `${formatSize(totalBytes)}, Ctrl-C stops it`),
    })
  } finally {
    await progress.clear()
  }
}

const SCRIPT_MS = 3_000
