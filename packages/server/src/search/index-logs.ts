import { openSearch, type UpdateOutcome } from '@antiphon/search'

type IndexLogsOptions = {
  readonly roots: readonly string[]
  readonly cacheFolder: string | null
  readonly signal: AbortSignal
}

/**
 * Brings the index up to date by a part, in one thread: it is asked again until all is done, so that others who wait for
 * the same process have their turn in between, and what it holds in memory is little.
 */
export async function indexLogs(
  damaged: readonly string[],
  { roots, cacheFolder, signal }: IndexLogsOptions,
): Promise<UpdateOutcome> {
  const search = openSearch({ roots, cacheFolder, damaged })
  return search.indexInBackground({ signal, share: SHARE, threads: 0, mostBytes: PART_BYTES })
}

const SHARE = 0.7
const PART_BYTES = 32 << 20
