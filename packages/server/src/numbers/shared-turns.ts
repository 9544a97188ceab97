import type { TellProgress } from './tell-progress.ts'

/** Runs what reads the same one after the other; all who wait hear how far the one is that runs. */
export type SharedTurns = <T>(
  onProgress: TellProgress,
  work: (onProgress: TellProgress) => Promise<T>,
) => Promise<T>

/** Whoever asks second finds counted what the first one waited for. */
export function createSharedTurns(): SharedTurns {
  const listeners = new Set<TellProgress>()
  const tellAll: TellProgress = (done, total) => {
    for (const tell of listeners) tell(done, total)
  }
  let last: Promise<unknown> = Promise.resolve()
  return async (onProgress, work) => {
    const listen: TellProgress = (done, total) => onProgress(done, total)
    listeners.add(listen)
    const next = last.then(() => work(tellAll))
    last = next.catch(() => {})
    try {
      return await next
    } finally {
      listeners.delete(listen)
    }
  }
}
