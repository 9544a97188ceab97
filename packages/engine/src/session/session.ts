import type { SessionOptions } from './query-engine-options.ts'
import type { SessionState } from './session-state.ts'

/** A session: what it is made of, and what it remembers from one turn to the next. */
export type Session = { readonly options: SessionOptions; readonly state: SessionState }
