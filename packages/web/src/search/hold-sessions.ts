import type { FoundSessionRow } from '@antiphon/server/protocol'

/**
 * Sessions in the places and with the hits in which a reader sees them: what was found since comes behind, with numbers that
 * grow. A session that is no longer there is left out.
 */
export function holdSessions(
  sorted: readonly FoundSessionRow[],
  shown: readonly FoundSessionRow[],
): readonly FoundSessionRow[] {
  if (shown.length === 0) return sorted
  const found = new Map(sorted.map(session => [session.id, session]))
  const kept = shown.flatMap(({ id, hits }) => {
    const now = found.get(id)
    found.delete(id)
    return now ? [now.hits === hits ? now : { ...now, hits }] : []
  })
  return [...kept, ...found.values()]
}
