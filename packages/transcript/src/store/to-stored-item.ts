import type { LogLine } from '@antiphon/core/log'
import type { StoredItem } from './transcript-store.ts'

/** A line of a file as a store gives it out; blank lines are nothing. */
export function toStoredItem(line: LogLine): StoredItem | null {
  const place = { seq: line.offset, next: line.offset + line.length }
  switch (line.kind) {
    case 'entry':
      return { kind: 'entry', entry: line.entry, ...place }
    case 'bad':
      return { kind: 'bad', reason: line.reason, ...place }
    case 'blank':
      return null
  }
}
