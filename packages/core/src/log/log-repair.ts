import type { UUID } from '../message/uuid.ts'

/** Something that was wrong with a log, and what the reader did about it. Nothing is repaired without one. */
export type LogRepair = {
  readonly rule: LogRepairRule
  /** The entry concerned; null where it has none. */
  readonly uuid: UUID | null
  /** Its place in the file, if the caller knew the places. */
  readonly offset?: number
  readonly detail: string
}

/**
 * `bad-line`: bytes that hold no entry.
 * `invalid-text`: an entry with bytes that are no UTF-8; U+FFFD stands in their place.
 * `no-uuid`: messages without identity; they got one from their place in the file.
 * `duplicate-entry`: the same entry again; dropped. `conflicting-entry`: another version of it; the fuller one stays.
 * `uuid-collision`: another entry under a uuid in use; it got one from its place in the file.
 * `unlinked-entry`: no `parentUuid` at all; the entry follows the one before it.
 * `dangling-parent`, `dangling-logical-parent`: the parent is not in the log; the entry follows the one before it.
 * `lost-root`: an answer or a tool result without parent; the entry follows the one before it.
 * `self-parent`, `parent-cycle`: the chain led back to the entry; it follows the one before it, or begins a branch.
 * `preserved-segment`: what compaction kept could not be found; it stays before the boundary.
 * `session-not-found`, `leaf-not-found`: what the caller asked for is not there; the newest leaf was taken.
 */
export type LogRepairRule =
  | 'bad-line'
  | 'invalid-text'
  | 'no-uuid'
  | 'duplicate-entry'
  | 'conflicting-entry'
  | 'uuid-collision'
  | 'unlinked-entry'
  | 'dangling-parent'
  | 'dangling-logical-parent'
  | 'lost-root'
  | 'self-parent'
  | 'parent-cycle'
  | 'preserved-segment'
  | 'session-not-found'
  | 'leaf-not-found'

/** Takes down a repair; `position` is the entry's index in the entries that the caller handed in. */
export type ReportRepair = (repair: {
  readonly rule: LogRepairRule
  readonly uuid: UUID | null
  readonly position?: number
  readonly detail: string
}) => void

/** A report and the function that writes it. */
export function createRepairReport(offsets: readonly number[] = []): {
  readonly report: readonly LogRepair[]
  readonly addRepair: ReportRepair
} {
  const report: LogRepair[] = []
  return {
    report,
    addRepair({ position, ...repair }) {
      const offset = position === undefined ? undefined : offsets[position]
      report.push(offset === undefined ? repair : { ...repair, offset })
    },
  }
}
