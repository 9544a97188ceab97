import type { FoldLine, FoldTotals, FoundSessionRow } from '@antiphon/server/protocol'

/** What a search by session gave so far. */
export type FoldState = {
  readonly sessions: ReadonlyMap<string, FoundSessionRow>
  readonly totals: FoldTotals | null
}

export const NO_FOLD: FoldState = { sessions: new Map(), totals: null }

/** The state with some lines more; what is said of a session that nobody knows is forgotten. */
export function addFoldLines(state: FoldState, lines: readonly FoldLine[]): FoldState {
  const sessions = new Map(state.sessions)
  let { totals } = state
  for (const line of lines) {
    if (line.kind === 'total') totals = line
    else if (line.kind === 'session') sessions.set(line.id, line)
    else {
      const known = sessions.get(line.id)
      const { count, newest, score } = line
      if (known) sessions.set(line.id, { ...known, count, newest, score })
    }
  }
  return { sessions, totals }
}

/** The best session first; of two that are equally good, that with more hits. */
export function sortSessions({ sessions }: FoldState): readonly FoundSessionRow[] {
  return [...sessions.values()].sort((one, other) => other.score - one.score || other.count - one.count)
}
