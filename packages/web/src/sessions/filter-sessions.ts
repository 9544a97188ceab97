import type { RunningAgent, SessionRow } from '@antiphon/server/protocol'
import type { ListFilters } from './list-choice.ts'

export type SessionFilterQuestion = {
  readonly query: string
  readonly filters: ListFilters
  readonly agents: ReadonlyMap<string, RunningAgent>
  /** Whether prompts of programs are left out. */
  readonly hidesOneOff: boolean
}

export type ListedFilter = (rows: Iterable<SessionRow>, question: SessionFilterQuestion) => SessionRow[]

/** Finds sessions by words and by what they are; keeps what it has folded, so that each letter typed costs one pass over short texts. */
export function createSessionFilter(): ListedFilter {
  const folded = new WeakMap<SessionRow, string>()
  function textOf(row: SessionRow): string {
    const known = folded.get(row)
    if (known !== undefined) return known
    const text = foldRow(row)
    folded.set(row, text)
    return text
  }
  return (rows, question) => {
    const words = question.query.toLowerCase().split(/\s+/).filter(Boolean)
    return [...rows].filter(row => {
      if (!isWanted(row, question)) return false
      if (words.length === 0) return true
      const text = textOf(row)
      return words.every(word => text.includes(word))
    })
  }
}

function isWanted(row: SessionRow, { filters, agents, hidesOneOff }: SessionFilterQuestion): boolean {
  const { states, tag, agent, host } = filters
  if (row.isArchived !== filters.isArchived) return false
  if (filters.isOneOff ? !row.isOneOff : hidesOneOff && row.isOneOff) return false
  if (filters.isStarred && !row.isStarred) return false
  if (tag !== null && !row.tags.includes(tag)) return false
  if (agent !== null && row.agent !== agent) return false
  if (host !== null && (row.host ?? '') !== host) return false
  if (filters.person !== null && row.person !== filters.person) return false
  if (filters.repository !== null && row.repository !== filters.repository) return false
  if (filters.project !== null && row.cwd !== filters.project) return false
  if (states.length === 0) return true
  const state = agents.get(row.id)?.state
  const isWaiting = state === 'requires_action'
  const isRunning = state === 'running' || (row.isLive && !isWaiting)
  return (isWaiting && states.includes('waiting')) || (isRunning && states.includes('running'))
}

// Prompts may be pages long; their heads are what people remember.
const HEAD = 400

function foldRow(row: SessionRow): string {
  const parts = [
    row.title,
    row.firstPrompt,
    row.lastPrompt,
    row.cwd,
    row.repository,
    row.gitBranch,
    row.sessionId,
    row.person,
    row.host,
    ...row.tags,
  ]
  return parts
    .map(part => (part ?? '').slice(0, HEAD))
    .join('\n')
    .toLowerCase()
}
