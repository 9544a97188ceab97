import { sep } from 'node:path'
import { type SessionSummary, toProjectKey } from '@antiphon/transcript'

export type SessionFilter = {
  /** The names of one directory: as it was asked for, and without links. */
  readonly projects?: readonly string[]
  readonly search?: string
  readonly hasSubagents: boolean
}

/** True for a session that a person asked for. */
export function matchesFilter(session: SessionSummary, filter: SessionFilter): boolean {
  const { projects, search, hasSubagents } = filter
  if (session.kind === 'session' && session.isSidechain && !hasSubagents) return false
  if (projects && !projects.some(project => isBelow(session, project))) return false
  return search === undefined || mentions(session, search.toLowerCase())
}

/** The folder's name is lossy: it only counts where no record names the directory. */
function isBelow({ cwd, key }: SessionSummary, project: string): boolean {
  if (cwd === undefined) return key.project === toProjectKey(project)
  return cwd === project || cwd.startsWith(project.endsWith(sep) ? project : `${project}${sep}`)
}

function mentions(session: SessionSummary, words: string): boolean {
  const { title, firstPrompt, lastPrompt, gitBranch, cwd } = session
  return [title?.text, firstPrompt, lastPrompt, gitBranch, cwd].some(text =>
    text?.toLowerCase().includes(words),
  )
}
