/** A signal that fires with another one, or when the time for a search is up. */
type TimeLimit = {
  readonly signal: AbortSignal
  /** The time is up; false when it was the other signal. */
  readonly isOver: () => boolean
}

/** Starts the clock for a search. */
export function createTimeLimit(outer: AbortSignal): TimeLimit {
  const late = AbortSignal.timeout(SEARCH_MILLISECONDS)
  return { signal: AbortSignal.any([outer, late]), isOver: () => late.aborted && !outer.aborted }
}

const SEARCH_MILLISECONDS = 20_000
