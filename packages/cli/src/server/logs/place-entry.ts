import type { Entry } from '@antiphon/core'
import type { StoredEntry } from '@antiphon/transcript'
import { safeJson } from '../../terminal/safe-json.ts'
import type { LongLinePlace } from './read-long-line.ts'
import { shortenEntry } from './shorten-entry.ts'

/** A stored entry as the JSON of a `PlacedEntry`, of less than `ENTRY_BYTES`. */
export function formatPlacedEntry({ seq, next, entry }: StoredEntry): string {
  const storedBytes = next - seq
  const text = safeJson({ seq, next, ...shortenEntry(entry, { storedBytes }) })
  if (text.length <= ENTRY_BYTES / 3) return text
  // A character may take six bytes, as one that is escaped does.
  return safeJson({ seq, next, ...shortenEntry(entry, { storedBytes, units: ENTRY_BYTES / 15 }) })
}

/** The JSON of a `PlacedEntry` for a line that is too long to be read, with what stands in for it. */
export function formatLongLine({ seq, next }: LongLinePlace, entry: Entry): string {
  return safeJson({ seq, next, entry, cut: 0, storedBytes: next - seq })
}

const ENTRY_BYTES = 150 * 1024
