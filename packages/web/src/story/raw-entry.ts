import type { PlacedEntry } from '@antiphon/server/protocol'

/** An entry, and whose log it is in. */
export type RawEntry = {
  readonly placed: PlacedEntry
  /** A subagent's. */
  readonly agentId?: string | undefined
}
