import { HIT_KINDS, type HitKind, hitKindOf } from '../document/hit-kind.ts'
import type { SearchDocument, SearchField } from '../document/read-document.ts'
import { matchesQuery, searchedFields } from '../query/matches-query.ts'
import type { SearchQuery } from '../query/search-query.ts'
import { createLinesSnippet, type Snippet } from './create-snippet.ts'
import type { Found } from './find-documents.ts'
import { chooseField, type Hit, type HitPlace, toHit } from './hit.ts'
import { boundScore, computeMatch, scoreHit } from './score-hit.ts'
import { sessionPathOf } from './session-group.ts'

/** The best hits first, or the newest. */
export type HitOrder = 'best' | 'newest'

/** A hit with its kind in a person's words and its place in the order; a tool's words keep their lines. */
export type RankedHit = Hit & { readonly hitKind: HitKind; readonly score: number }

/** What was found in one session, its subagents included. */
export type SessionHits = {
  /** Its log, which may be gone where only a subagent's is left. */
  readonly path: string
  readonly project: string
  readonly branch?: string
  readonly count: number
  /** When the newest hit was said. */
  readonly newest: number
  /** The best three, or the newest. */
  readonly hits: readonly RankedHit[]
}

export type FoldOptions = {
  readonly query: SearchQuery
  readonly order: HitOrder
  readonly now: number
  /** The weight of each word. */
  readonly rarity: readonly number[]
  /** Says which logs may be told of. */
  readonly accepts?: (path: string) => boolean
}

/** How many hits there are of each kind, whatever kind was asked for. */
export type KindCounts = Readonly<Record<HitKind, number>>

/** Hits by session as they are found: their number, and the best of each; the rest is forgotten. */
export interface HitFold {
  add(found: Found): void
  /** Sessions with something new since the last call. */
  takeChanged(): readonly SessionHits[]
  readonly totals: { readonly hits: number; readonly sessions: number; readonly kinds: KindCounts }
}

type Group = {
  readonly path: string
  project: string
  branch: string | undefined
  count: number
  newest: number
  hits: RankedHit[]
}

/** The query is asked without its kind, so that those of the other kinds can be counted. */
export function createHitFold({ query, order, now, rarity, accepts }: FoldOptions): HitFold {
  const { kind: wanted, ...others } = query.filters
  const anyKind: SearchQuery = { ...query, filters: others }
  const groups = new Map<string, Group>()
  const changed = new Set<Group>()
  const kinds = Object.fromEntries(HIT_KINDS.map(kind => [kind, 0])) as Record<HitKind, number>
  const accepted = new Map<string, boolean>()
  let hits = 0

  function isAccepted(path: string): boolean {
    const known = accepted.get(path) ?? accepts?.(path) !== false
    accepted.set(path, known)
    return known
  }

  function groupOf({ file, document }: Found): Group {
    const path = sessionPathOf(file, document)
    const known = groups.get(path)
    if (known) return known
    const group = { path, project: '', branch: undefined, count: 0, newest: 0, hits: [] }
    groups.set(path, group)
    return group
  }

  function keep(group: Group, found: Found, ofKinds: readonly HitKind[]): void {
    const least = group.hits.length < KEPT ? Number.NEGATIVE_INFINITY : (group.hits.at(-1)?.score ?? 0)
    const { time, isSidechain } = found.document
    const bound =
      order === 'newest'
        ? time
        : Math.max(...ofKinds.map(kind => boundScore({ kind, isSidechain, time, now })))
    if (bound <= least) return
    const hit = rankHit(found, { query, order, now, rarity })
    if (hit.score <= least) return
    group.hits = [...group.hits, hit].toSorted((one, other) => other.score - one.score).slice(0, KEPT)
  }

  return {
    add(found) {
      const { document, file } = found
      if (!isAccepted(file.path)) return
      const ofKinds = kindsOf(document, anyKind)
      for (const kind of ofKinds) kinds[kind] += 1
      if (wanted !== undefined && !matchesQuery(document, query)) return
      const group = groupOf(found)
      hits += 1
      group.count += 1
      group.newest = Math.max(group.newest, document.time)
      group.project ||= document.project
      group.branch ??= document.branch
      keep(group, found, ofKinds.length === 0 ? HIT_KINDS : ofKinds)
      changed.add(group)
    },
    takeChanged() {
      const taken = [...changed].map(({ branch, ...group }) => ({
        ...group,
        ...(branch !== undefined && { branch }),
      }))
      changed.clear()
      return taken
    },
    get totals() {
      return { hits, sessions: groups.size, kinds: { ...kinds } }
    },
  }
}

const KEPT = 3

/** A hit as the fold shows it. */
export function rankHit(
  found: HitPlace & Pick<Found, 'document'>,
  { query, order, now, rarity }: FoldOptions,
): RankedHit {
  const chosen = chooseField(found.document, query)
  const hit = toHit(found.document, query, found, chosen?.field)
  const kind = hitKindOf(hit)
  const { time, isSidechain } = hit
  const match = chosen && order === 'best' ? computeMatch(chosen.text, query.words, rarity) : 0
  return {
    ...hit,
    ...(PROSE.has(kind) || !chosen ? {} : { snippet: showLines(chosen.field, query) }),
    hitKind: kind,
    score: order === 'newest' ? time : scoreHit({ kind, isSidechain, match, time, now }),
  }
}

/** The lines around the words; the name of the tool stands elsewhere, unless it is what was looked for. */
function showLines({ text, tool }: SearchField, { words }: SearchQuery): Snippet {
  const name = `${tool ?? ''}\n`
  const inside = tool !== undefined && text.startsWith(name) ? text.slice(name.length) : text
  const snippet = createLinesSnippet(inside, words)
  return snippet.marks.length === 0 && inside !== text ? createLinesSnippet(text, words) : snippet
}

const PROSE: ReadonlySet<HitKind> = new Set<HitKind>(['prompt', 'answer', 'thinking', 'title'])

/** The kinds by which alone the document would be found. */
function kindsOf(document: SearchDocument, query: SearchQuery): readonly HitKind[] {
  const kinds = [...new Set(searchedFields(document, query.filters).map(hitKindOf))]
  if (kinds.length < 2) return kinds
  return kinds.filter(kind => matchesQuery(document, { ...query, filters: { ...query.filters, kind } }))
}
