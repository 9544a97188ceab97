/** By what the list is in order. */
export type ListSort = (typeof LIST_SORTS)[number]

export const LIST_SORTS = ['changed', 'started', 'title', 'turns', 'cost'] as const

/** What a row must be to be shown; several of a line mean any of them. */
export type ListFilters = {
  readonly states: readonly ('running' | 'waiting')[]
  readonly isStarred: boolean
  /** Sessions that were put away, which are not shown otherwise. */
  readonly isArchived: boolean
  /** Prompts of programs, which the settings may hide otherwise. */
  readonly isOneOff: boolean
  readonly tag: string | null
  readonly agent: string | null
  /** A computer's name; empty for this one. */
  readonly host: string | null
  /** Who wrote it last, and where it worked: chosen among the sessions of a team. */
  readonly person: string | null
  readonly repository: string | null
  readonly project: string | null
}

export const NO_FILTERS: ListFilters = {
  states: [],
  isStarred: false,
  isArchived: false,
  isOneOff: false,
  tag: null,
  agent: null,
  host: null,
  person: null,
  repository: null,
  project: null,
}

/** How many of the filters are on. */
export function countFilters(filters: ListFilters): number {
  const { states, isStarred, isArchived, isOneOff, tag, agent, host, person, repository, project } = filters
  const chosen = [tag, agent, host, person, repository, project].filter(one => one !== null)
  return states.length + chosen.length + [isStarred, isArchived, isOneOff].filter(Boolean).length
}

/** How the reader wants the list, as this browser keeps it: its order, and what is folded. */
export type ListChoice = { readonly sort: ListSort; readonly folded: readonly string[] }

/** The choice that was kept; the first one where it was none. */
export function parseListChoice(stored: string | null): ListChoice {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    const { sort, folded } = Object(value) as { readonly sort?: unknown; readonly folded?: unknown } // any JSON
    return {
      sort: LIST_SORTS.find(one => one === sort) ?? 'changed',
      folded: Array.isArray(folded) ? folded.filter(key => typeof key === 'string') : [],
    }
  } catch {
    return { sort: 'changed', folded: [] }
  }
}
