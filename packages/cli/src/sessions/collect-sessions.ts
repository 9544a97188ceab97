import {
  type DiscoveryProblem,
  listSessionFiles,
  readSummaries,
  type SessionSummary,
} from '@antiphon/transcript'
import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'
import { matchesFilter, type SessionFilter } from './session-filter.ts'
import { sessionIdOf } from './session-id.ts'
import { uniquePrefixes } from './unique-prefixes.ts'

export type CollectOptions = {
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
      if (io.signal.aborted) throw new CliError('interrupted', 'Interrupted.')
      progress.update(++read, total)
      if (item.kind === 'problem') problems.push(item)
      else if (matchesFilter(item, filter) && sessions.push(item) >= limit) break
    }
  } finally {
    await progress.clear()
  }
  const shortIds = uniquePrefixes(listing.files.map(sessionIdOf), SHORT_ID_LENGTH)
  return { sessions, total, read, problems, shortIds }
}

const SHORT_ID_LENGTH = 8
