import { stripControl } from '@antiphon/core/ui'
import type { SearchDocument, SearchFieldKind } from '../document/read-document.ts'
import { findPart, type SearchText, searchedFields, toSearchText } from '../query/matches-query.ts'
import type { QueryPart, SearchQuery } from '../query/search-query.ts'
import type { SourceFile } from '../sources/list-sources.ts'

/** A stored line that a query finds, and where to go to see it. */
export type Hit = Omit<SearchDocument, 'fields'> & {
  /** Of the field that the snippet shows. */
  readonly kind: SearchFieldKind
  readonly tool?: string
  readonly isError: boolean
  readonly path: string
  /** Where in the file the line begins, and how long it is. */
  readonly offset: number
  readonly length: number
  readonly snippet: Snippet
}

/** A piece of the text around what was found: on one line, and safe to print. */
export type Snippet = {
  readonly text: string
  /** The stretches of `text` that were looked for, in order, none overlapping. */
  readonly marks: readonly { readonly start: number; readonly end: number }[]
}

type HitPlace = { readonly file: SourceFile; readonly offset: number; readonly length: number }

/** What a search tells of a document that it found: the snippet shows the field with most of the words. */
export function toHit(document: SearchDocument, query: SearchQuery, place: HitPlace): Hit {
  const { fields, ...envelope } = document
  const searched = searchedFields(document, query.filters)
  const counted = searched.map(field => {
    const text = toSearchText(field)
    return { field, count: query.words.filter(word => findPart(text, word, 0) !== -1).length }
  })
  const most = Math.max(...counted.map(({ count }) => count))
  const shown = counted.find(({ count }) => count === most)?.field ?? fields[0]
  const tool = shown?.tool
  return {
    ...envelope,
    kind: shown?.kind ?? 'system',
    ...(tool !== undefined && { tool }),
    isError: fields.some(({ isError }) => isError === true),
    path: place.file.path,
    offset: place.offset,
    length: place.length,
    snippet: createSnippet(shown?.text ?? '', query.words),
  }
}

/** The first place of a text that shows what was looked for, with some words around it; control characters are gone. */
function createSnippet(text: string, words: readonly QueryPart[]): Snippet {
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
