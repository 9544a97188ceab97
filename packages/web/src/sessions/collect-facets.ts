import type { SessionRow } from '@antiphon/server/protocol'

/** What sessions can be told apart by: the tags, agents and computers that there are, and what a team has beside them. */
export type Facets = {
  readonly tags: readonly string[]
  readonly agents: readonly SessionRow['agent'][]
  readonly hosts: readonly string[]
  /** Whether some session is of no other computer than this one. */
  readonly isHere: boolean
  readonly team: TeamFacets | null
}

/** Who wrote the sessions of a team, and where they worked. */
export type TeamFacets = {
  readonly person: readonly string[]
  readonly repository: readonly string[]
  readonly project: readonly string[]
}

/** What there is to choose from in the filters. */
export function collectFacets(rows: Iterable<SessionRow>): Facets {
  const all = [...rows]
  const agents = new Set(all.map(row => row.agent))
  const person = listNames(all, row => row.person)
  return {
    tags: [...new Set(all.flatMap(row => row.tags))].sort(),
    agents: [...agents].sort(),
    hosts: listNames(all, row => row.host),
    isHere: all.some(row => row.host === null),
    team:
      person.length === 0
        ? null
        : {
            person,
            repository: listNames(all, row => row.repository),
            project: listNames(all, row => row.cwd),
          },
  }
}

function listNames(
  rows: readonly SessionRow[],
  nameOf: (row: SessionRow) => string | null,
): readonly string[] {
  return [...new Set(rows.flatMap(row => nameOf(row) ?? []))].sort()
}
