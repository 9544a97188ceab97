/** A signal that fires with another one, or when the time is up. */
export interface TimeLimit {
  readonly signal: AbortSignal
  /** The time is up; false when it was the other signal. */
  isOver(): boolean
  close(): void
}

/** Starts the clock for a search. */
export function createTimeLimit(outer: AbortSignal, milliseconds: number = SEARCH_MILLISECONDS): TimeLimit {
  const controller = new AbortController()
  const stop = () => controller.abort(outer.reason)
  if (outer.aborted) stop()
  outer.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => controller.abort(), milliseconds)
  return {
    signal: controller.signal,
    isOver: () => controller.signal.aborted && !outer.aborted,
    close() {
      clearTimeout(timer)
      outer.removeEventListener('abort', stop)
    },
  }
}

const SEARCH_MILLISECONDS = 20_000
