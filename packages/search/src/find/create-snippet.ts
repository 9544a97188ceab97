import { stripControl } from '@antiphon/core/ui'
import { findPart, type SearchText, toSearchText } from '../query/matches-query.ts'
import type { QueryPart } from '../query/search-query.ts'
import type { Snippet } from './hit.ts'

/** The first place of a text that shows what was looked for, with some words around it; control characters are gone. */
export function createSnippet(text: string, words: readonly QueryPart[]): Snippet {
  const whole = toSearchText({ text })
  const first = words.reduce((earliest, word) => {
    const at = findPart(whole, word, 0)
    return at === -1 ? earliest : Math.min(earliest, at)
  }, whole.normalized.length)
  const found = first === whole.normalized.length ? 0 : first
  const start = cutBefore(whole.normalized, Math.max(0, found - BEFORE_UNITS))
  const end = cutBefore(whole.normalized, Math.min(whole.normalized.length, start + SNIPPET_UNITS))
  const readable = stripControl(whole.normalized.slice(start, end)).replace(/\s+/g, ' ').trim()
  const shown = `${start > 0 ? '…' : ''}${readable}${end < whole.normalized.length ? '…' : ''}`
  return { text: shown, marks: findMarks(toSearchText({ text: shown }), words) }
}

const BEFORE_UNITS = 60
const SNIPPET_UNITS = 240

/** Not between the halves of a pair. */
function cutBefore(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && at > 0 ? at - 1 : at
}

function findMarks(shown: SearchText, words: readonly QueryPart[]): Snippet['marks'] {
  const marks: { start: number; end: number }[] = []
  for (const word of words)
    for (let at = findPart(shown, word, 0); at !== -1; at = findPart(shown, word, at + word.text.length))
      marks.push({ start: at, end: at + word.text.length })
  marks.sort((one, other) => one.start - other.start || other.end - one.end)
  const joined: { start: number; end: number }[] = []
  for (const mark of marks) {
    const last = joined.at(-1)
    if (last && mark.start <= last.end) last.end = Math.max(last.end, mark.end)
    else joined.push(mark)
  }
  return joined
}
