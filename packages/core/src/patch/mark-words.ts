import { diffLines } from './diff-lines.ts'

/** A stretch of a line; changed where the other line has something else, or nothing. */
export type MarkedText = { readonly text: string; readonly isChanged: boolean }

/** Two lines, of which one took the place of the other. */
export type MarkedLines = { readonly before: readonly MarkedText[]; readonly after: readonly MarkedText[] }

/** Marks the words in which two lines differ; null where too little is common, so that marks would only distract. */
export function markWords(before: string, after: string): MarkedLines | null {
  if (before.length > LONGEST || after.length > LONGEST) return null
  const [oldWords, newWords] = [splitWords(before), splitWords(after)]
  const common = diffLines(oldWords, newWords)
  const kept = common.reduce(
    (sum, { oldIndex, length }) => sum + textOf(oldWords, oldIndex, oldIndex + length).trim().length,
    0,
  )
  if (kept < LEAST_KEPT * Math.max(before.trim().length, after.trim().length)) return null
  return {
    before: mark(
      oldWords,
      common.map(({ oldIndex, length }) => ({ start: oldIndex, length })),
    ),
    after: mark(
      newWords,
      common.map(({ newIndex, length }) => ({ start: newIndex, length })),
    ),
  }
}

/** How much of the longer line has to be in the other one. */
const LEAST_KEPT = 0.4

const LONGEST = 2000

/** Words, stretches of blanks, and every other sign alone. */
function splitWords(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
}

function mark(
  words: readonly string[],
  kept: readonly { readonly start: number; readonly length: number }[],
): readonly MarkedText[] {
  const marked: MarkedText[] = []
  let position = 0
  const add = (end: number, isChanged: boolean): void => {
    if (end > position) marked.push({ text: textOf(words, position, end), isChanged })
    position = end
  }
  for (const { start, length } of kept) {
    add(start, true)
    add(start + length, false)
  }
  add(words.length, true)
  return marked
}

function textOf(words: readonly string[], start: number, end: number): string {
  return words.slice(start, end).join('')
}
