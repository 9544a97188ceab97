import type { FoldTotals, SearchHit, SessionRow } from '@antiphon/server/protocol'
import type { PageAction } from '../page/page-actions.ts'
import { type RankedSession, TITLED_SCORE } from './rank-sessions.ts'

/** A line of the palette that can be taken. */
export type PaletteOption =
  | ({ readonly kind: 'session'; readonly key: string } & Pick<RankedSession, 'row' | 'marks'>)
  | { readonly kind: 'hit'; readonly key: string; readonly hit: SearchHit }
  | {
      readonly kind: 'all-hits'
      readonly key: string
      /** Null until they are counted. */
      readonly totals: Pick<FoldTotals, 'hits' | 'sessions'> | null
    }
  | { readonly kind: 'action'; readonly key: string; readonly action: PageAction }

export type PaletteGroup = {
  readonly name: 'recent' | 'sessions' | 'messages' | 'actions'
  readonly options: readonly PaletteOption[]
}

export type PaletteOptionsQuestion = {
  readonly query: string
  readonly sessions: readonly RankedSession[]
  readonly hits: readonly SearchHit[]
  /** How much there is in all; null until it is known, and where only a part is looked at. */
  readonly totals: Pick<FoldTotals, 'hits' | 'sessions'> | null
  readonly actions: readonly PageAction[]
}

/**
 * What the palette offers for what was typed, in its groups: sessions, words in them, what can be done; but what is
 * called as was typed comes before sessions that are not, so that Enter does what was named.
 */
export function computePaletteGroups(question: PaletteOptionsQuestion): PaletteGroup[] {
  const { query, sessions, hits, totals, actions } = question
  const words = query.trim()
  const options = sessions.map(({ row, marks }) => ({ kind: 'session' as const, key: row.id, row, marks }))
  const messages: PaletteOption[] = hits
    .slice(0, MOST_HITS)
    .map(hit => ({ kind: 'hit', key: `hit ${hit.row.id} ${hit.seq}`, hit }))
  if (words !== '' && hits.length > 0) messages.push({ kind: 'all-hits', key: 'all hits', totals })
  const fitting = filterActions(actions, words)
  const found: readonly PaletteGroup[] = [
    { name: words === '' ? 'recent' : 'sessions', options },
    { name: 'messages', options: messages },
  ]
  const doable: PaletteGroup = {
    name: 'actions',
    options: fitting.map(action => ({ kind: 'action', key: `action ${action.id}`, action })),
  }
  const isNamed = fitting.some(action => isCalled(action, words))
  const hasTitled = sessions.some(({ score }) => score >= TITLED_SCORE * words.split(/\s+/).length)
  const groups = isNamed && !hasTitled ? [doable, ...found] : [...found, doable]
  return groups.filter(({ options }) => options.length > 0)
}

const MOST_HITS = 4

function filterActions(actions: readonly PageAction[], query: string): readonly PageAction[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return actions
    .filter(action => ALWAYS.has(action.id) || words.every(word => namesOf(action).includes(word)))
    .sort((one, other) => Number(isCalled(other, query)) - Number(isCalled(one, query)))
}

/** Whether one of its names begins with what was typed. */
function isCalled(action: PageAction, query: string): boolean {
  const typed = query.toLowerCase()
  return (
    typed !== '' &&
    !ALWAYS.has(action.id) &&
    namesOf(action)
      .split('\n')
      .some(name => name.startsWith(typed))
  )
}

function namesOf({ label, alsoCalled = [] }: PageAction): string {
  return [label, ...alsoCalled].join('\n').toLowerCase()
}

/** Offered whatever was typed, since it is done with it. */
const ALWAYS: ReadonlySet<string> = new Set(['chat-about'])

/** The folder of an option's repository; undefined where it is of none. */
export function repositoryPathOf(
  option: PaletteOption | undefined,
  rows: ReadonlyMap<string, SessionRow>,
): string | undefined {
  const row =
    option?.kind === 'session' ? option.row : option?.kind === 'hit' ? rows.get(option.hit.row.id) : undefined
  return row?.repositoryPath ?? undefined
}
