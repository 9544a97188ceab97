import type { PlacedEntry } from '../backend/backend.ts'

/** An entry, and whose log it is in. */
export type RawEntry = {
  readonly placed: PlacedEntry
  /** A subagent's. */
  readonly agentId?: string | undefined
}
