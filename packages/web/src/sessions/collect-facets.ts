import type { SessionRow } from '@antiphon/server/protocol'

/** What sessions can be told apart by: the tags, agents and other computers that there are. */
export type Facets = {
  readonly tags: readonly string[]
  readonly agents: readonly SessionRow['agent'][]
  readonly hosts: readonly string[]
}

/** What there is to choose from in the filters. */
export function collectFacets(rows: Iterable<SessionRow>): Facets {
  const tags = new Set<string>()
  const agents = new Set<SessionRow['agent']>()
  const hosts = new Set<string>()
  for (const row of rows) {
    for (const tag of row.tags) tags.add(tag)
    agents.add(row.agent)
    if (row.host !== null) hosts.add(row.host)
  }
  return { tags: [...tags].sort(), agents: [...agents].sort(), hosts: [...hosts].sort() }
}
