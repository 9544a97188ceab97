import type { ToolItem } from '@antiphon/core/ui'
import type { TailSource } from './tail-source.ts'
import { createTailThread, type TailThread } from './tail-thread.ts'

/** The threads of all who spoke lately. */
export interface TailThreads {
  of(source: TailSource): TailThread
  /** Forgets those of a file that began anew. */
  forget(path: string): void
  /** Calls that run now, those of the last speaker last. */
  running(): readonly RunningCall[]
}

export type RunningCall = {
  readonly source: TailSource
  readonly item: ToolItem
  /** Where the session works. */
  readonly cwd: string | undefined
}

/** Holds a bounded number of threads: those that were silent longest are forgotten. */
export function createTailThreads(): TailThreads {
  const threads = new Map<string, { readonly source: TailSource; readonly thread: TailThread }>()
  return {
    of(source) {
      const known = threads.get(source.id) ?? { source, thread: createTailThread() }
      threads.delete(source.id)
      threads.set(source.id, known)
      const [oldest] = threads.keys()
      if (threads.size > MAX_THREADS && oldest !== undefined) threads.delete(oldest)
      return known.thread
    },
    forget(path) {
      for (const [id, { source }] of threads) if (source.path === path) threads.delete(id)
    },
    running: () =>
      [...threads.values()].flatMap(({ source, thread }) =>
        thread.running().map(item => ({ source, item, cwd: thread.cwd() })),
      ),
  }
}

const MAX_THREADS = 500
