import { FILTER_NAMES } from '../language/filter-names.ts'

/** A filter in what was typed. */
export type TypedFilter = { readonly text: string; readonly start: number }

const FILTER = new RegExp(`(?<=^|\\s)(?:${FILTER_NAMES.join('|')}):(?:"[^"]*"|[^\\s"]+)`, 'gi')

/** The filters that stand in a query. */
export function readFilters(query: string): readonly TypedFilter[] {
  return Array.from(query.matchAll(FILTER), found => ({ text: found[0], start: found.index }))
}

/** The query without one of its filters. */
export function removeFilter(query: string, { text, start }: TypedFilter): string {
  return `${query.slice(0, start)} ${query.slice(start + text.length)}`.replace(/\s+/g, ' ').trim()
}

/** The query as it is looked for in one session: each word for itself, so that all of them are found there, too. */
export function toFindQuery(query: string): string {
  return Array.from(query.matchAll(TOKEN), ([token]) =>
    /^[-"]|^[a-z]+:/i.test(token) ? token : `"${token}"`,
  ).join(' ')
}

const TOKEN = /-?(?:[a-z]+:)?(?:"[^"]*(?:"|$)|[^\s"]+)/giu
