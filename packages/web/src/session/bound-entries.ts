import type { PlacedEntry } from '@antiphon/server/protocol'

/** True where more is loaded than is held at once. */
export function isTooMuch(entries: readonly PlacedEntry[]): boolean {
  return entries.length > MOST_ENTRIES || weightOf(entries) > MOST_BYTES
}

/** What is held of entries, without those at the far side from the reader; all of them where they are not too many. */
export function boundEntries(
  entries: readonly PlacedEntry[],
  farSide: 'first' | 'last',
): readonly PlacedEntry[] {
  if (!isTooMuch(entries)) return entries
  const near = farSide === 'first' ? entries.toReversed() : entries
  let bytes = 0
  const cut = near.findIndex((placed, index) => {
    bytes += bytesOf(placed)
    return index >= KEPT_ENTRIES || (index >= LEAST_ENTRIES && bytes > KEPT_BYTES)
  })
  if (cut === -1) return entries
  return farSide === 'first' ? entries.slice(-cut) : entries.slice(0, cut)
}

// Dropped in larger pieces than they come, so that each entry is dropped once.
const MOST_ENTRIES = 1200
const KEPT_ENTRIES = 800
const MOST_BYTES = 12_000_000
const KEPT_BYTES = 8_000_000
/** As much as is in sight must stay, however large it is. */
const LEAST_ENTRIES = 100

function weightOf(entries: readonly PlacedEntry[]): number {
  return entries.reduce((sum, placed) => sum + bytesOf(placed), 0)
}

/** Of a longer one the page has no more than this. */
function bytesOf({ seq, next }: PlacedEntry): number {
  return Math.min(next - seq, 150_000)
}
