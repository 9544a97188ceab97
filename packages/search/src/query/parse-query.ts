import type { ContextReference } from '@antiphon/core'
import { CONTEXT_NAMES } from '@antiphon/core/message'
import { HIT_KINDS, type HitKind } from '../document/hit-kind.ts'
import { FIELD_KINDS, type SearchFieldKind } from '../document/read-document.ts'
import { foldText, normalizeText } from '../text/fold-text.ts'
import type { QueryFilters, QueryPart, SearchQuery } from './search-query.ts'

/** A query, or what is wrong with it in words for a person. */
export type ParsedQuery =
  | { readonly kind: 'query'; readonly query: SearchQuery }
  | { readonly kind: 'refused'; readonly reason: string }

export type ParseQueryOptions = {
  /** What `after:7d` counts from. */
  readonly now: number
}

/** Reads what a person typed: words, "phrases", -excluded and filters such as `tool:Bash`. */
export function parseQuery(text: string, { now }: ParseQueryOptions): ParsedQuery {
  const words: QueryPart[] = []
  const excluded: QueryPart[] = []
  let filters: QueryFilters = {}
  for (const token of tokenize(text)) {
    if (token.name !== undefined) {
      const filter = readFilter(token.name, token.value, now)
      if (typeof filter === 'string') return { kind: 'refused', reason: filter }
      filters = { ...filters, ...filter }
      continue
    }
    const part = createPart(token.value, token.isPhrase)
    if (part.text !== '') (token.isExcluded ? excluded : words).push(part)
  }
  return { kind: 'query', query: { words, excluded, filters } }
}

/** A word or phrase as a query holds it. */
export function createPart(text: string, isPhrase: boolean): QueryPart {
  const folded = foldText(normalizeText(text))
  return { text: isPhrase ? folded : folded.trim(), isPhrase }
}

const FILTER_NAMES = [
  'project',
  'session',
  'role',
  'tool',
  'model',
  'branch',
  'before',
  'after',
  'is',
  'kind',
  'context',
  'agent',
] as const

type FilterName = (typeof FILTER_NAMES)[number]

type Token = {
  readonly value: string
  readonly name?: FilterName
  readonly isPhrase: boolean
  readonly isExcluded: boolean
}

// A name of a filter, then a value in quotes or without blanks; a quote that is not closed reaches to the end.
const TOKEN = new RegExp(`(-?)(?:(${FILTER_NAMES.join('|')}):)?(?:"([^"]*)(?:"|$)|(\\S+))`, 'giu')

function* tokenize(text: string): Generator<Token> {
  for (const [whole, minus = '', name, phrase, word = ''] of text.matchAll(TOKEN)) {
    const isPhrase = phrase !== undefined
    const filter = FILTER_NAMES.find(known => known === name?.toLowerCase())
    // `-role:user` excludes nothing that we know of: it is taken for words.
    if (minus !== '' && filter !== undefined)
      yield { value: whole.slice(1), isPhrase: false, isExcluded: true }
    else if (filter !== undefined) yield { value: phrase ?? word, name: filter, isPhrase, isExcluded: false }
    else yield { value: phrase ?? word, isPhrase, isExcluded: minus !== '' }
  }
}

function readFilter(name: FilterName, value: string, now: number): QueryFilters | string {
  const folded = foldText(normalizeText(value.trim()))
  if (folded === '') return `${name}: needs a value.`
  switch (name) {
    case 'project':
    case 'session':
    case 'tool':
    case 'model':
    case 'branch':
    case 'agent':
      return { [name]: folded }
    case 'role':
      return ROLES.has(folded) ? { role: folded } : `role:${value} is none of ${[...ROLES].join(', ')}.`
    case 'before':
    case 'after': {
      const time = parseDate(value, now)
      return time === undefined
        ? `${name}:${value} is no date. Write 2026-11-15, 2026-11-15T08:00, or an age such as 7d.`
        : { [name]: time }
    }
    case 'is':
      return folded === 'error' ? { isError: true } : `is:${value} is unknown; is:error is known.`
    case 'kind': {
      const kind = KINDS.find(known => known === folded)
      return kind ? { kind } : `kind:${value} is none of ${HIT_KINDS.join(', ')}.`
    }
    case 'context': {
      const context = CONTEXTS.get(folded)
      return context ? { context } : `context:${value} is none of ${[...CONTEXTS.keys()].join(', ')}.`
    }
  }
}

const KINDS: readonly (SearchFieldKind | HitKind)[] = [...FIELD_KINDS, ...HIT_KINDS]

// The keys of the record are the types, as its own type says.
const CONTEXTS: ReadonlyMap<string, ContextReference['type'] | 'any'> = new Map([
  ...Object.entries(CONTEXT_NAMES).map(([type, name]) => [name, type as ContextReference['type']] as const),
  ['any', 'any'] as const,
])

const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool'])

/** A date or an age as milliseconds of the epoch: `2026-11`, `2026-11-15`, `2026-11-15T08:00`, `36h`, `7d`, `2w`; days are those of UTC. */
export function parseDate(text: string, now: number): number | undefined {
  const age = AGE.exec(text)
  const size = UNITS.get(age?.[2] ?? '')
  if (age && size !== undefined) return now - Number(age[1]) * size
  if (!DATE.test(text)) return undefined
  const time = Date.parse(HAS_TIME.test(text) && !HAS_ZONE.test(text) ? `${text}Z` : text)
  return Number.isNaN(time) ? undefined : time
}

const AGE = /^(\d{1,6})(m|h|d|w|mo|y)$/
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/i
const HAS_TIME = /T/i
const HAS_ZONE = /Z$|[+-]\d{2}:\d{2}$/i

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS: ReadonlyMap<string, number> = new Map([
  ['m', MINUTE],
  ['h', HOUR],
  ['d', DAY],
  ['w', 7 * DAY],
  ['mo', 30 * DAY],
  ['y', 365 * DAY],
])
