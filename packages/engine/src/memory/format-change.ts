import { createStructuredPatch } from '@antiphon/core/patch'
import { numberLines } from '../files/number-lines.ts'

/** What a change left behind: the new lines with their numbers and surroundings, and where lines are gone. */
type FormattedChange = {
  readonly text: string
  /** False where the change was too long to be shown whole. */
  readonly isWhole: boolean
}

/** Tells a change of a file so that somebody who knew the old text knows the new one; bounded. */
export function formatChange(oldText: string, newText: string): FormattedChange {
  const hunks = createStructuredPatch(oldText, newText, MOST_STEPS)
  const parts: string[] = []
  let length = 0
  for (const { newStart, lines } of hunks) {
    const part = formatHunk(newStart, lines)
    length += part.length
    if (length > LONGEST_CHANGE) {
      const note = '[More has changed. Read the file again before you edit it.]'
      return { text: [...parts, note].join('\n...\n'), isWhole: false }
    }
    parts.push(part)
  }
  return { text: parts.join('\n...\n'), isWhole: true }
}

const LONGEST_CHANGE = 8_000
const MOST_STEPS = 2_000_000

function formatHunk(start: number, lines: readonly string[]): string {
  const parts: string[] = []
  let number = start
  let removed = 0
  const tellRemoved = (): void => {
    if (removed > 0) parts.push(`[${removed} ${removed === 1 ? 'line was' : 'lines were'} removed here]`)
    removed = 0
  }
  for (const line of lines) {
    if (line.startsWith('\\')) continue
    if (line.startsWith('-')) {
      removed += 1
      continue
    }
    // A line that was replaced is not missed.
    if (line.startsWith('+') && removed > 0) removed -= 1
    else if (!line.startsWith('+')) tellRemoved()
    parts.push(numberLines([line.slice(1)], number))
    number += 1
  }
  tellRemoved()
  return parts.join('\n')
}
