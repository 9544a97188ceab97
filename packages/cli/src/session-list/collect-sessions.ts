import { readFile } from 'node:fs/promises'
import { sep } from 'node:path'
import type { Io } from '@antiphon/host'
import {
  countLogMessages,
  type DiscoveryProblem,
  listSessionFiles,
  readSummaries,
  type SessionSummary,
  sessionIdOf,
  toProjectKey,
} from '@antiphon/transcript'
import { checkInterruption } from '../command-context.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'
import { uniquePrefixes } from './short-names.ts'

type CollectOptions = {
  readonly roots: readonly string[]
  readonly filter: SessionFilter
  /** Stop when so many were found. */
  readonly limit: number
}

export type CollectedSessions = {
  /** The newest first. */
  readonly sessions: readonly SessionSummary[]
  /** Files of sessions that are there, and how many of them were looked at. */
  readonly total: number
  readonly read: number
  readonly problems: readonly DiscoveryProblem[]
  /** The shortest name of each session that `findSession` understands, by its whole name. */
  readonly shortIds: ReadonlyMap<string, string>
}

/** Reads sessions from the newest on until enough of them match. */
export async function collectSessions(options: CollectOptions, io: Io): Promise<CollectedSessions> {
  const { roots, filter, limit } = options
  const listing = await listSessionFiles(roots, { hasSubagents: filter.hasSubagents })
  const sessions: SessionSummary[] = []
  const problems = [...listing.problems]
  const total = listing.files.length
  let read = 0
  const progress = createProgressBar(io.stderr, 'Reading sessions')
  try {
    for await (const item of readSummaries(listing.files)) {
      checkInterruption(io)
      progress.update(++read, total)
      if (item.kind === 'problem') problems.push(item)
      else if (matchesFilter(item, filter) && sessions.push(item) >= limit) break
    }
  } finally {
    await progress.clear()
  }
  const shortIds = uniquePrefixes(listing.files.map(sessionIdOf), SHORT_ID_LENGTH)
  return { sessions: await countShown(sessions), total, read, problems, shortIds }
}

const SHORT_ID_LENGTH = 8

/** Counts the messages of what is shown where only the ends of files were read; what is beyond the bound stays an estimate. */
async function countShown(sessions: readonly SessionSummary[]): Promise<readonly SessionSummary[]> {
  let left = MOST_COUNTED_BYTES
  const counted: SessionSummary[] = []
  for (const session of sessions) {
    const { messages, size, path } = session
    const count = messages.isExact || size > left ? undefined : await readMessageCount(path)
    if (count !== undefined) left -= size
    counted.push(count === undefined ? session : { ...session, messages: { count, isExact: true } })
  }
  return counted
}

/** Undefined where the file cannot be read any more. */
async function readMessageCount(path: string): Promise<number | undefined> {
  const bytes = await readFile(path).catch(() => undefined)
  return bytes && countLogMessages(bytes)
}

/** As much as is read in a fraction of a second. */
const MOST_COUNTED_BYTES = 64 * 1024 * 1024

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
