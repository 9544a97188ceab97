import { hitKindOf } from '../document/hit-kind.ts'
import type { SearchDocument, SearchField } from '../document/read-document.ts'
import { CAPITAL, classOf, LETTER } from '../text/character-class.ts'
import { foldText, normalizeText } from '../text/fold-text.ts'
import { isWordStart } from '../text/word-runs.ts'
import type { QueryFilters, QueryPart, SearchQuery } from './search-query.ts'

/** True if the query finds the document. This defines what a search gives; an index only makes it fast. */
export function matchesQuery(document: SearchDocument, query: SearchQuery): boolean {
  if (!matchesEnvelope(document, query.filters)) return false
  const fields = searchedFields(document, query.filters)
  if (fields.length === 0) return false
  const texts: SearchText[] = []
  // What need not be looked into is not made ready for it.
  const textAt = (index: number, field: SearchField): SearchText => {
    texts[index] ??= toSearchText(field)
    return texts[index]
  }
  const isFound = (part: QueryPart): boolean =>
    fields.some((field, index) => findPart(textAt(index, field), part, 0) !== -1)
  return query.words.every(isFound) && !query.excluded.some(isFound)
}

/** True if a text holds all words of the query, and there is one. */
export function holdsWords(text: string, { words }: Pick<SearchQuery, 'words'>): boolean {
  const searched = toSearchText({ text })
  return words.length > 0 && words.every(word => findPart(searched, word, 0) !== -1)
}

/** The fields in which words are looked for. */
export function searchedFields(
  { fields }: SearchDocument,
  { kind, tool, isError }: QueryFilters,
): readonly SearchField[] {
  if (kind === undefined && tool === undefined && isError === undefined) return fields
  return fields.filter(
    field =>
      (kind === undefined || field.kind === kind || hitKindOf(field) === kind) &&
      (tool === undefined || (field.tool !== undefined && fold(field.tool).startsWith(tool))) &&
      (isError === undefined || field.isError === true),
  )
}

/** A text in the two forms that matching needs; places in one are places in the other. */
export type SearchText = { readonly normalized: string; readonly folded: string }

export function toSearchText({ text }: Pick<SearchField, 'text'>): SearchText {
  const normalized = normalizeText(text)
  return { normalized, folded: foldText(normalized) }
}

/** Where the part is found at `from` or behind it; -1 if nowhere. */
export function findPart({ normalized, folded }: SearchText, part: QueryPart, from: number): number {
  const first = part.isPhrase ? 0 : classOf(part.text.charCodeAt(0))
  const needsStart = first === LETTER || first === CAPITAL
  for (let at = folded.indexOf(part.text, from); at !== -1; at = folded.indexOf(part.text, at + 1))
    if (!needsStart || isWordStart(normalized, at)) return at
  return -1
}

function matchesEnvelope(document: SearchDocument, filters: QueryFilters): boolean {
  const { project, session, role, model, branch, before, after, context, agent } = filters
  if (before !== undefined && document.time >= before) return false
  if (after !== undefined && document.time < after) return false
  if (role !== undefined && document.role !== role) return false
  if (project !== undefined && !fold(document.project).includes(project)) return false
  if (model !== undefined && !fold(document.model ?? '').includes(model)) return false
  if (branch !== undefined && !fold(document.branch ?? '').includes(branch)) return false
  if (agent !== undefined && !matchesAgent(document, agent)) return false
  if (context !== undefined && !matchesContext(document, context)) return false
  return session === undefined || matchesSession(document, session)
}

function matchesContext({ references = [] }: SearchDocument, wanted: string): boolean {
  return wanted === 'any' ? references.length > 0 : references.some(({ type }) => type === wanted)
}

function matchesAgent({ agent, isSidechain }: SearchDocument, wanted: string): boolean {
  const isSub = agent !== undefined || isSidechain
  if (wanted === 'main' || wanted === 'sub') return isSub === (wanted === 'sub')
  const name = fold(agent ?? '')
  return name.startsWith(wanted) || name.startsWith(`agent-${wanted}`)
}

function matchesSession({ session, agent }: SearchDocument, wanted: string): boolean {
  return fold(session).startsWith(wanted) || (agent !== undefined && fold(agent).startsWith(wanted))
}

function fold(text: string): string {
  return foldText(normalizeText(text))
}
