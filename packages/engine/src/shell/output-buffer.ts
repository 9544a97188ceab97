/** What a command printed, as much of it as can be kept. */
export interface OutputBuffer {
  write(text: string): void
  /** Head and tail, and between them how much is missing; at most `maxUnits` characters of output. */
  text(maxUnits?: number): string
  /** Characters written since the beginning or the last `clear`. */
  units(): number
  /** Line feeds written, likewise. */
  lines(): number
  clear(): void
}

/** How many characters of output are kept and told. */
export const MAX_OUTPUT_UNITS = 30_000

/** Keeps head and tail of a text of any length in bounded memory. */
export function createOutputBuffer(maxUnits: number = MAX_OUTPUT_UNITS): OutputBuffer {
  const half = Math.ceil(maxUnits / 2)
  let head = ''
  let tail = ''
  let units = 0
  let lines = 0

  return {
    write(text) {
      units += text.length
      lines += countLineFeeds(text)
      const room = half - head.length
      if (room > 0) head += text.slice(0, room)
      tail += room > 0 ? text.slice(room) : text
      // Cut rarely: each cut copies what it keeps.
      if (tail.length > 2 * half) tail = tail.slice(-half)
    },
    text(limit = maxUnits) {
      const allowed = Math.min(limit, maxUnits)
      const kept = head + tail
      if (units <= allowed) return kept
      const first = withoutHalfPairAtEnd(head.slice(0, Math.floor(allowed / 2)))
      const last = withoutHalfPairAtStart(kept.slice(kept.length - Math.ceil(allowed / 2)))
      return `${first}\n\n[… ${units - first.length - last.length} characters left out …]\n\n${last}`
    },
    units: () => units,
    lines: () => lines,
    clear() {
      head = ''
      tail = ''
      units = 0
      lines = 0
    },
  }
}

function countLineFeeds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function withoutHalfPairAtEnd(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}

function withoutHalfPairAtStart(text: string): string {
  return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text
}
