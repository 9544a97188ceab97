import { formatSize } from '@antiphon/core/ui'
import type { Io } from '@antiphon/host'
import type { Search, UpdateOutcome } from '@antiphon/search'
import { createProgressBar } from '../terminal/progress-bar.ts'

/**
 * Indexes what is new after the answer was given. On a terminal to its end, with a bar, until the person stops it;
 * elsewhere for some seconds unless all is asked for, so that a script does not wait: the next call goes on from there.
 */
export async function indexTheRest(
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
