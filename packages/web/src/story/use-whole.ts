import { useEffect } from 'react'
import type { Place } from './compute-story.ts'
import { useSessionContext } from './session-context.ts'

/** Loads what the page left out of an entry that is being read; nobody has to ask for it. */
export function useWhole(place: Place | undefined, isRead: boolean): void {
  const { loadWhole } = useSessionContext()
  const placed = place?.placed
  const isNeeded =
    isRead && placed !== undefined && placed.cut > 0 && placed.next - placed.seq <= LONGEST_BYTES
  const seq = placed?.seq ?? 0
  useEffect(() => {
    if (isNeeded) loadWhole(seq)
  }, [isNeeded, loadWhole, seq])
}

/** Longer lines can be downloaded. */
const LONGEST_BYTES = 8_000_000

/** True for a text that ends where the server cut it. */
export function isCutText(text: string): boolean {
  return /\n\[… \d+ more characters\]$/.test(text.slice(-60))
}
