import type { SessionRow } from '@antiphon/server/protocol'
import type { ListSort } from './list-choice.ts'

/** A stretch of days, as one speaks of it; a month by its first day. */
export type DateGroup = 'today' | 'yesterday' | 'week' | 'days30' | `${number}-${string}`

/** A line of the list: a repository, one of its worktrees, a stretch of days, or a session below them. */
export type ListLine =
  | {
      readonly kind: 'repository'
      readonly key: string
      /** Null where the log tells no folder. */
      readonly name: string | null
      readonly path: string | null
      readonly count: number
      readonly isFolded: boolean
    }
  | {
      readonly kind: 'worktree'
      readonly key: string
      readonly name: string | null
      readonly isMain: boolean
      readonly count: number
      readonly isFolded: boolean
    }
  | { readonly kind: 'date'; readonly key: string; readonly date: DateGroup }
  | { readonly kind: 'session'; readonly key: string; readonly row: SessionRow }

export type ListLinesOptions = {
  readonly rows: Iterable<SessionRow>
  readonly sort: ListSort
  readonly costOf: (id: string) => number
  /** Keys of groups that are closed. */
  readonly folded: ReadonlySet<string>
  readonly now: number
}

/** Sessions below their repository and worktree, and by date where there are many. */
export function computeListLines({ rows, sort, costOf, folded, now }: ListLinesOptions): ListLine[] {
  const sorted = [...rows].sort(compareBy(sort, costOf))
  const toDate = createDateGrouper(now)
  return [...groupBy(sorted, row => row.repositoryPath ?? row.cwd ?? '')].flatMap(([path, members]) => {
    const key = `repository ${path}`
    const isFolded = folded.has(key)
    const [newest] = members
    const head: ListLine = {
      kind: 'repository',
      key,
      name: newest?.repository ?? null,
      path: path === '' ? null : path,
      count: members.length,
      isFolded,
    }
    return isFolded ? [head] : [head, ...toWorktrees(path, members)]
  })

  function toWorktrees(path: string, members: readonly SessionRow[]): ListLine[] {
    const worktrees = [...groupBy(members, row => row.worktree ?? '')].sort(
      ([one], [other]) => Number(one !== '') - Number(other !== ''),
    )
    // A repository that has nothing but itself need not say so.
    if (worktrees.length === 1 && worktrees[0]?.[0] === '') return toDates(path, members)
    return worktrees.flatMap(([name, inside]) => {
      const key = `worktree ${path} ${name}`
      const isFolded = folded.has(key)
      const isMain = name === ''
      const head: ListLine = {
        kind: 'worktree',
        key,
        name: isMain ? (inside[0]?.gitBranch ?? null) : name,
        isMain,
        count: inside.length,
        isFolded,
      }
      return isFolded ? [head] : [head, ...toDates(key, inside)]
    })
  }

  function toDates(above: string, members: readonly SessionRow[]): ListLine[] {
    const lines: ListLine[] = []
    const hasDates = members.length > MOST_UNDATED && (sort === 'changed' || sort === 'started')
    let last: DateGroup | undefined
    for (const row of members) {
      const date = hasDates ? toDate(timeOf(row, sort)) : undefined
      if (date !== undefined && date !== last)
        lines.push({ kind: 'date', key: `date ${above} ${date}`, date })
      last = date ?? last
      lines.push({ kind: 'session', key: row.id, row })
    }
    return lines
  }
}

/** More than these are told apart by their dates. */
const MOST_UNDATED = 8

function compareBy(
  sort: ListSort,
  costOf: (id: string) => number,
): (one: SessionRow, other: SessionRow) => number {
  const newest = (one: SessionRow, other: SessionRow): number =>
    timeOf(one, sort) < timeOf(other, sort) ? 1 : timeOf(one, sort) > timeOf(other, sort) ? -1 : 0
  switch (sort) {
    case 'changed':
    case 'started':
      return newest
    case 'title': {
      const { compare } = new Intl.Collator(undefined, { numeric: true })
      return (one, other) => compare(one.title, other.title) || newest(one, other)
    }
    case 'turns':
      return (one, other) => (other.prompts ?? 0) - (one.prompts ?? 0) || newest(one, other)
    case 'cost':
      return (one, other) => costOf(other.id) - costOf(one.id) || newest(one, other)
  }
}

function timeOf(row: SessionRow, sort: ListSort): string {
  return sort === 'started' ? (row.startedAt ?? row.changedAt) : row.changedAt
}

function groupBy(rows: readonly SessionRow[], keyOf: (row: SessionRow) => string): Map<string, SessionRow[]> {
  const groups = new Map<string, SessionRow[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** Days are the reader's own, so that today ends at their midnight. */
function createDateGrouper(now: number): (time: string) => DateGroup {
  const today = new Date(now).setHours(0, 0, 0, 0)
  return time => {
    const at = Date.parse(time)
    if (Number.isNaN(at) || at >= today) return 'today'
    if (at >= today - DAY_MS) return 'yesterday'
    if (at >= today - 7 * DAY_MS) return 'week'
    if (at >= today - 30 * DAY_MS) return 'days30'
    const date = new Date(at)
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
  }
}

const DAY_MS = 86_400_000
