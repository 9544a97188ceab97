import { createStructuredPatch } from '@antiphon/core/patch'
import { type DiffLine, readPatch } from './read-patch.ts'

/** The lines that differ between two pieces of a file, with the lines around them; where they stand is not known. */
export function computeDiff(before: string, after: string): readonly DiffLine[] {
  const patch = createStructuredPatch(withEnd(before), withEnd(after), MOST_STEPS)
  return readPatch(patch).map(({ kind, text }) => ({ kind, text }))
}

// A page draws while somebody waits: past this, more is told as taken out and put in than has to be.
const MOST_STEPS = 2_000_000

function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
