import type { QueryEngineOptions } from './query-engine-options.ts'
import type { SessionState } from './session-state.ts'

/** The options with what was changed since the session was opened. */
export function currentOptions({
  options,
  state,
}: {
  readonly options: QueryEngineOptions
  readonly state: SessionState
}): QueryEngineOptions {
  return { ...options, toolbox: state.toolbox() }
}
