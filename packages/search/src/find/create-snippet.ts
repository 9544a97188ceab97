import { stripControl } from '@antiphon/core/ui'
import { findPart, type SearchText, toSearchText } from '../query/matches-query.ts'
import type { QueryPart } from '../query/search-query.ts'

/** A piece of the text around what was found, safe to print: on one line, or on the few lines that it stands on. */
export type Snippet = {
  readonly text: string
  /** The stretches of `text` that were looked for, in order, none overlapping. */
  readonly marks: readonly { readonly start: number; readonly end: number }[]
}

/** The first place of a text that shows what was looked for, with some words around it; control characters are gone. */
export function createSnippet(
  text: string,
  words: readonly QueryPart[],
  searched: SearchText = toSearchText({ text }),
): Snippet {
  const { normalized, found } = findFirst(searched, words)
  const start = cutBefore(normalized, Math.max(0, found - BEFORE_UNITS))
  const end = cutBefore(normalized, Math.min(normalized.length, start + SNIPPET_UNITS))
  const readable = stripControl(normalized.slice(start, end)).replace(/\s+/g, ' ').trim()
  const shown = `${start > 0 ? '…' : ''}${readable}${end < normalized.length ? '…' : ''}`
  return { text: shown, marks: findMarks(toSearchText({ text: shown }), words) }
}

/** The same with the lines as they stand: that of the first place, one before it and one behind, none of them long. */
export function createLinesSnippet(text: string, words: readonly QueryPart[]): Snippet {
  const { normalized, found } = findFirst(toSearchText({ text }), words)
  const own = normalized.lastIndexOf('\n', found - 1) + 1
  const ownEnd = endOfLine(normalized, found)
  const from = found - own > LINE_UNITS - TAIL_UNITS ? cutBefore(normalized, found - BEFORE_UNITS) : own
  const line = { text: normalized.slice(from, ownEnd), isCut: from > own }
  const before = own === 0 ? [] : [normalized.slice(normalized.lastIndexOf('\n', own - 2) + 1, own - 1)]
  const behind =
    ownEnd === normalized.length ? [] : [normalized.slice(ownEnd + 1, endOfLine(normalized, ownEnd + 1))]
  const lines = [
    ...before.map(other => ({ text: other, isCut: false })),
    line,
    ...behind.map(other => ({ text: other, isCut: false })),
  ]
    .map(({ text: one, isCut }) => `${isCut ? '…' : ''}${cutLine(readLine(one))}`)
    .filter(one => one.trim() !== '')
  const shown = dropIndent(lines).join('\n')
  return { text: shown, marks: findMarks(toSearchText({ text: shown }), words) }
}

/** How many stretches of a text were looked for: what is marked in all of it. */
export function countMarks(text: string, words: readonly QueryPart[]): number {
  return findMarks(toSearchText({ text }), words).length
}

const BEFORE_UNITS = 60
const SNIPPET_UNITS = 240
const LINE_UNITS = 160
const TAIL_UNITS = 40

/** Where the earliest word stands; at the beginning where none does. */
function findFirst(
  whole: SearchText,
  words: readonly QueryPart[],
): { readonly normalized: string; readonly found: number } {
  const first = words.reduce((earliest, word) => {
    const at = findPart(whole, word, 0)
    return at === -1 ? earliest : Math.min(earliest, at)
  }, whole.normalized.length)
  return { normalized: whole.normalized, found: first === whole.normalized.length ? 0 : first }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

function readLine(line: string): string {
  return stripControl(line.replaceAll('\t', '  ')).replace(/[\r\n]/g, '')
}

function cutLine(line: string): string {
  return line.length <= LINE_UNITS ? line : `${line.slice(0, cutBefore(line, LINE_UNITS))}…`
}

/** Lines without the blanks that all of them begin with. */
function dropIndent(lines: readonly string[]): readonly string[] {
  const indent = Math.min(...lines.map(line => line.length - line.trimStart().length))
  return lines.map(line => line.slice(indent))
}

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
