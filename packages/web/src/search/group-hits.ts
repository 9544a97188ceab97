import type { SearchHit } from '@antiphon/server/protocol'

export type HitGroup = { readonly row: SearchHit['row']; readonly members: readonly SearchHit[] }

/** Hits by session, in the order in which each session was first found; a place counts once. */
export function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  const groups = new Map<string, { row: SearchHit['row']; members: Map<number, SearchHit> }>()
  for (const hit of hits) {
    const group = groups.get(hit.row.id) ?? { row: hit.row, members: new Map() }
    if (!group.members.has(hit.seq)) group.members.set(hit.seq, hit)
    groups.set(hit.row.id, group)
  }
  return [...groups.values()].map(({ row, members }) => ({ row, members: [...members.values()] }))
}
