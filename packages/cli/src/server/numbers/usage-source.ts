import { join } from 'node:path'
import { type CollectedUsage, collectUsage, type UsageProgress } from '@antiphon/search'
import { createBoundary } from '../logs/boundary.ts'
import type { TellProgress } from './tell-progress.ts'

/** What every session used, counted when somebody asks. */
export interface UsageSource {
  /** Joins those who wait for the same; what was counted a moment ago is given again. Ends when nobody waits. */
  collect(options: CollectOptions): Promise<CollectedUsage>
}

export type CollectOptions = {
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
  const runs = new Set<Run>()

  function start(hasTools: boolean): Run {
    const stop = new AbortController()
    const listeners = new Set<CollectOptions['onProgress']>()
    const result = collectUsage({
      roots,
      cache: cacheFolder === null ? null : join(cacheFolder, 'usage'),
      hasTools,
      isIncluded: createBoundary(roots),
      signal: stop.signal,
      onProgress: ({ files, totalFiles }: UsageProgress) => {
        for (const tell of listeners) tell(files, totalFiles)
      },
    })
    const run: Run = { hasTools, stop, listeners, result }
    runs.add(run)
    const forget = (): void => void runs.delete(run)
    result.then(() => setTimeout(forget, FRESH_MS).unref(), forget)
    return run
  }

  return {
    async collect({ hasTools, signal, onProgress }) {
      signal.throwIfAborted()
      const run = [...runs].find(one => one.hasTools || !hasTools) ?? start(hasTools)
      const hear: CollectOptions['onProgress'] = (done, total) => onProgress(done, total)
      run.listeners.add(hear)
      try {
        return await untilAborted(run.result, signal)
      } finally {
        run.listeners.delete(hear)
        if (signal.aborted && run.listeners.size === 0) {
          runs.delete(run)
          run.stop.abort()
        }
      }
    },
  }
}

type Run = {
  readonly hasTools: boolean
  readonly stop: AbortController
  readonly listeners: Set<CollectOptions['onProgress']>
  readonly result: Promise<CollectedUsage>
}

/** Long enough for somebody who tries one group after the other, short enough to hold no memory for long. */
const FRESH_MS = 10_000

function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
