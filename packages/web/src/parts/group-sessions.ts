import { oneLine } from '@antiphon/core/ui'
import type { SessionRow } from '@antiphon/server/protocol'

/** A line of the list: a project, or a session of the project above it. */
export type ListLine =
  | { readonly kind: 'project'; readonly key: string; readonly cwd: string | null; readonly count: number }
  | { readonly kind: 'session'; readonly key: string; readonly row: SessionRow }

/** Sessions by project, what changed last first, both among projects and in each. */
export function groupSessions(rows: Iterable<SessionRow>): ListLine[] {
  const sorted = [...rows].sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1))
  const projects = new Map<string | null, SessionRow[]>()
  for (const row of sorted) {
    const project = projects.get(row.cwd)
    if (project) project.push(row)
    else projects.set(row.cwd, [row])
  }
  return [...projects].flatMap(([cwd, members]) => [
    { kind: 'project' as const, key: `project ${cwd}`, cwd, count: members.length },
    ...members.map(row => ({ kind: 'session' as const, key: row.id, row })),
  ])
}

/** A folder as it fits a narrow list: its last two names, the last one apart. */
export function splitPath(path: string): { readonly parent: string; readonly name: string } {
  const names = oneLine(path, 300).split(/[\\/]/).filter(Boolean)
  return { parent: names.slice(0, -1).join('/'), name: names.at(-1) ?? path }
}
