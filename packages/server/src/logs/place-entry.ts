import type { Entry } from '@antiphon/core'
import type { StoredEntry } from '@antiphon/transcript'
import { type Json, toJson } from '../json/json.ts'
import type { PlacedEntry } from '../protocol/log-protocol.ts'
import type { LongLinePlace } from './read-long-line.ts'
import { shortenEntry } from './shorten-entry.ts'

/** A stored entry for the page, of less than `ENTRY_BYTES`. */
export function formatPlacedEntry({ seq, next, entry }: StoredEntry): Json<PlacedEntry> {
  const storedBytes = next - seq
  const text = toJson({ seq, next, ...shortenEntry(entry, { storedBytes }) })
  if (text.length <= ENTRY_BYTES / 3) return text
  // A character may take six bytes, as one that is escaped does.
  return toJson({ seq, next, ...shortenEntry(entry, { storedBytes, units: ENTRY_BYTES / 15 }) })
}

/** The same for a line that is too long to be read, with what stands in for it. */
export function formatLongLine({ seq, next }: LongLinePlace, entry: Entry): Json<PlacedEntry> {
  return toJson({ seq, next, entry, cut: 0, storedBytes: next - seq })
}

const ENTRY_BYTES = 150 * 1024
