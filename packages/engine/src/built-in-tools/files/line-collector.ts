import type { GrepLine } from './grep-query.ts'

export interface LineCollector {
  /** Takes the next line of the file. */
  add(number: number, text: string, isMatch: boolean): void
  readonly lines: readonly GrepLine[]
  /** How many lines matched. */
  count(): number
}

export type CollectorOptions = { readonly before: number; readonly after: number; readonly maxLines: number }

/** Keeps the lines that match and those around them. */
export function createLineCollector({ before, after, maxLines }: CollectorOptions): LineCollector {
  const lines: GrepLine[] = []
  const waiting: GrepLine[] = []
  let [count, following] = [0, 0]

  function keep(line: GrepLine): void {
    if (lines.length < maxLines) lines.push(line)
  }

  return {
    lines,
    count: () => count,
    add(number, text, isMatch) {
      const line = { number, text, isMatch }
      if (isMatch) {
        count += 1
        for (const earlier of waiting.splice(0)) keep(earlier)
        keep(line)
        following = after
      } else if (following > 0) {
        following -= 1
        keep(line)
      } else if (before > 0) {
        waiting.push(line)
        if (waiting.length > before) waiting.shift()
      }
    },
  }
}
