import { isObject } from '@antiphon/contract'
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

/** The uuid of an entry or message of any kind; signals and most records have none. */
export function readUuid(entry: unknown): string | undefined {
  return isObject(entry) && typeof entry.uuid === 'string' ? entry.uuid : undefined
}
