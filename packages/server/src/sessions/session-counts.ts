import { createCountCache } from '@antiphon/search'
import type { SessionSummary } from '@antiphon/transcript'
import type { CountedLog } from './count-logs.ts'

export type RowCounts = { readonly messages: number; readonly prompts: number }

/** How much sessions hold: known at once for small ones, counted beside the server for the others, and remembered. */
export interface SessionCounts {
  /** Null where nobody has counted it yet; of a log that grew since, the last count. What is not known is counted soon. */
  find(summary: SessionSummary): RowCounts | null
  /** Begins to count what was asked for in vain. */
  freshen(): void
  close(): void
}

export type SessionCountsOptions = {
  readonly cacheFolder: string | null
  /** Counts in the background. */
  readonly count: (paths: readonly string[], signal: AbortSignal) => Promise<readonly CountedLog[]>
  /** These can be told now. */
  readonly onCounted: (paths: readonly string[]) => void
}

export function createSessionCounts({ cacheFolder, count, onCounted }: SessionCountsOptions): SessionCounts {
  const cache = createCountCache(cacheFolder)
  const wanted = new Map<string, number>()
  const stop = new AbortController()
  let isCounting = false

  async function countWanted(): Promise<void> {
    while (wanted.size > 0 && !stop.signal.aborted) {
      const paths = takeSome(wanted)
      const counted = await count(paths, stop.signal)
      for (const { path, ...file } of counted) cache.put(path, file)
      cache.save()
      onCounted(counted.map(({ path }) => path))
    }
  }

  return {
    find(summary) {
      const { messages, prompts, path, size, modifiedAt } = summary
      if (messages.isExact && prompts !== undefined) return { messages: messages.count, prompts }
      const known = cache.find(path, { size, modifiedAt: Date.parse(modifiedAt) })
      if (known) return known
      wanted.set(path, size)
      return cache.findLast(path) ?? null
    },
    freshen() {
      if (isCounting || wanted.size === 0) return
      isCounting = true
      countWanted()
        // Nobody waits for it; the next list asks again.
        .catch(() => wanted.clear())
        .finally(() => {
          isCounting = false
        })
    },
    close() {
      stop.abort()
      cache.save()
    },
  }
}

/** Some at a time, so that small ones are told soon and large ones keep nobody waiting. */
function takeSome(wanted: Map<string, number>): readonly string[] {
  const paths: string[] = []
  let bytes = 0
  for (const [path, size] of wanted) {
    if (paths.length > 0 && bytes + size > PORTION_BYTES) break
    paths.push(path)
    bytes += size
    wanted.delete(path)
  }
  return paths
}

const PORTION_BYTES = 16 * 1024 * 1024
