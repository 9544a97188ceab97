import type { FoundHit, FoundSessionRow } from '@antiphon/server/protocol'

/** A line of the results. */
export type ResultLine =
  | {
      readonly kind: 'session'
      readonly key: string
      readonly session: FoundSessionRow
      readonly isOpen: boolean
    }
  | {
      readonly kind: 'hit'
      readonly key: string
      readonly session: FoundSessionRow
      readonly hit: FoundHit
    }
  /** How many hits of the session are not shown yet. */
  | {
      readonly kind: 'more'
      readonly key: string
      readonly session: FoundSessionRow
      readonly left: number
    }

/** What the reader did to the results. */
export type ResultChoices = {
  /** Sessions that were opened or closed by hand. */
  readonly opened: ReadonlyMap<string, boolean>
  /** Hits that were loaded behind the best of a session. */
  readonly more: ReadonlyMap<string, readonly FoundHit[]>
}

/** Sessions with their hits, a line each; only the first sessions are open unless somebody says so. */
export function toResultLines(
  sessions: readonly FoundSessionRow[],
  { opened, more }: ResultChoices,
): readonly ResultLine[] {
  return sessions.flatMap((session, index): ResultLine[] => {
    const { id, count } = session
    const isOpen = opened.get(id) ?? index < OPEN_AT_FIRST
    const head = { kind: 'session', key: id, session, isOpen } as const
    if (!isOpen) return [head]
    const hits = joinHits(session.hits, more.get(id) ?? [])
    const left = count - hits.length
    return [
      head,
      ...hits.map(hit => ({ kind: 'hit', key: toHitKey(id, hit), session, hit }) as const),
      ...(left > 0 ? [{ kind: 'more', key: `${id} more`, session, left } as const] : []),
    ]
  })
}

const OPEN_AT_FIRST = 8

/** One name for each place of each session. */
function toHitKey(session: string, { log, seq, uuid }: FoundHit): string {
  return `${session} ${log} ${seq} ${uuid ?? ''}`
}

/** All of them, each place once. */
function joinHits(best: readonly FoundHit[], more: readonly FoundHit[]): readonly FoundHit[] {
  if (more.length === 0) return best
  const known = new Set(best.map(hit => toHitKey('', hit)))
  return [...best, ...more.filter(hit => !known.has(toHitKey('', hit)))]
}
