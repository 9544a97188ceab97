import type { UUID } from '@antiphon/core'

/** Which messages a chain has recorded, as far back as they may still come up in a history. */
export interface RecordedUuids {
  /** All that are remembered. */
  readonly known: ReadonlySet<UUID>
  /** Those of them that were recorded before the last compact boundary. */
  readonly beforeBoundary: ReadonlySet<UUID>
  add(uuid: UUID): void
  /** A boundary was recorded that kept these messages; null where it cannot be told which. */
  addBoundary(uuid: UUID, kept: ReadonlySet<UUID> | null): void
}

/**
 * Remembers the messages since the boundary before the last one, and older ones only as long as each boundary keeps
 * them: memory follows the live context, not the history. One context more than the live one is remembered for a
 * loop that goes back, or that keeps messages and does not say so in its boundary.
 */
export function createRecordedUuids(recorded: Iterable<UUID> = []): RecordedUuids {
  let known = new Set(recorded)
  let beforeBoundary: ReadonlySet<UUID> = new Set()
  return {
    get known() {
      return known
    },
    get beforeBoundary() {
      return beforeBoundary
    },
    add: uuid => void known.add(uuid),
    addBoundary(uuid, kept) {
      const isRemembered = (other: UUID): boolean =>
        !beforeBoundary.has(other) || kept === null || kept.has(other)
      beforeBoundary = new Set([...known].filter(isRemembered))
      known = new Set(beforeBoundary).add(uuid)
    },
  }
}
