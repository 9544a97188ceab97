import { join } from 'node:path'
import { type CollectedUsage, collectUsage, type UsageProgress } from '@antiphon/search'
import { createLogReach } from '../access/reach.ts'
import { createBoundary } from '../logs/boundary.ts'
import type { TellProgress } from './tell-progress.ts'

/** What every session used, counted when somebody asks. */
export interface UsageSource {
  /** What was counted a moment ago is given again. Ends with the signal, and remembers what was counted until then. */
  collect(options: UsageQuestion): Promise<CollectedUsage>
}

/** Of which projects, as logs name them; null for all. */
export type ProjectsWish = { readonly projects: readonly string[] | null }

export type UsageQuestion = ProjectsWish & {
  readonly hasTools: boolean
  readonly signal: AbortSignal
  readonly onProgress: TellProgress
}

export type UsageSourceOptions = {
  readonly roots: readonly string[]
  /** Where counts may be kept; null for nowhere. */
  readonly cacheFolder: string | null
}

export function createUsageSource({ roots, cacheFolder }: UsageSourceOptions): UsageSource {
  let fresh: {
    readonly hasTools: boolean
    readonly wish: string
    readonly collected: CollectedUsage
  } | null = null
  return {
    async collect({ hasTools, projects, signal, onProgress }) {
      signal.throwIfAborted()
      const wish = JSON.stringify(projects)
      const reach = createLogReach(projects, roots)
      const isInside = createBoundary(roots)
      if (fresh && fresh.wish === wish && (fresh.hasTools || !hasTools)) return fresh.collected
      const collected = await collectUsage({
        roots,
        cache: cacheFolder === null ? null : join(cacheFolder, 'usage'),
        hasTools,
        isIncluded: path => reach.hasPath(path) && isInside(path),
        signal,
        onProgress: ({ files, totalFiles }: UsageProgress) => onProgress(files, totalFiles),
      })
      const counted = { hasTools, wish, collected }
      fresh = counted
      setTimeout(() => {
        if (fresh === counted) fresh = null
      }, FRESH_MS).unref()
      return collected
    },
  }
}

/** Long enough for somebody who tries one group after the other, short enough to hold no memory for long. */
const FRESH_MS = 10_000
