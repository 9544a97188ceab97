import { FILTER_NAMES } from '../language/filter-names.ts'

/** A filter of a search: `tool` and `Bash`. */
export type Filter = { readonly name: FilterName; readonly value: string }

export type FilterName = (typeof FILTER_NAMES)[number]

/** What was typed, and the filters that stand beside it as chips. */
export type TypedSearch = { readonly words: string; readonly filters: readonly Filter[] }

const FILTER = new RegExp(`(?<=^|\\s)(${FILTER_NAMES.join('|')}):(?:"([^"]*)"|([^\\s"]+))(?=\\s|$)`, 'gi')
const CLOSED_FILTER = new RegExp(FILTER.source.replace('(?=\\s|$)', '(?=\\s)'), 'gi')

/** Takes the filters out of a query; while one is being typed, its last word is left in peace. */
export function readSearch(query: string, isTyping = false): TypedSearch {
  const pattern = isTyping ? CLOSED_FILTER : FILTER
  const filters = Array.from(query.matchAll(pattern), ([, name = '', phrase, word = '']) => ({
    name: toName(name),
    value: phrase ?? word,
  }))
  if (filters.length === 0) return { words: query, filters: [] }
  const words = query.replace(pattern, '').replace(/\s+/g, ' ').trimStart()
  return { words: isTyping ? words : words.trim(), filters: filters.reduce(addFilter, NO_FILTERS) }
}

const NO_FILTERS: readonly Filter[] = []

function toName(name: string): FilterName {
  return FILTER_NAMES.find(known => known === name.toLowerCase()) ?? 'kind'
}

/** The query as the server reads it. */
export function formatSearch({ words, filters }: TypedSearch): string {
  return [words.trim(), ...filters.map(formatFilter)].filter(Boolean).join(' ')
}

export function formatFilter({ name, value }: Filter): string {
  return `${name}:${/\s/.test(value) ? `"${value}"` : value}`
}

/** The filters with another; there is one of each name, as the search has it. */
export function addFilter(filters: readonly Filter[], filter: Filter): readonly Filter[] {
  return [...filters.filter(({ name }) => name !== filter.name), filter]
}

export function removeFilter(filters: readonly Filter[], gone: FilterName): readonly Filter[] {
  return filters.filter(({ name }) => name !== gone)
}

/** The query as it is looked for in one session: each word for itself, so that all of them are found there, too. */
export function toFindQuery(query: string): string {
  return Array.from(query.matchAll(TOKEN), ([token]) =>
    /^[-"]|^[a-z]+:/i.test(token) ? token : `"${token}"`,
  ).join(' ')
}

/** The words and phrases of a query, without filters and what it excludes, as they can be looked for in a text. */
export function readMarkedWords(query: string): readonly string[] {
  return Array.from(query.matchAll(TOKEN), ([token]) =>
    /^-|^[a-z]+:/i.test(token) ? '' : token.replaceAll('"', '').trim().toLowerCase(),
  ).filter(Boolean)
}

const TOKEN = /-?(?:[a-z]+:)?(?:"[^"]*(?:"|$)|[^\s"]+)/giu
