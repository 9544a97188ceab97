import type { SessionOptions } from './query-engine-options.ts'
import type { Session } from './session.ts'

/** The options with what was changed since the session was opened. */
export function currentOptions({ options, state }: Session): SessionOptions {
  return { ...options, toolbox: state.toolbox() }
}
