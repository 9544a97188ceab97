import { findSession, type Io, readSession } from '@antiphon/host'
import {
  type CacheBreak,
  type CacheBreakReport,
  computeCacheBreaks,
  createCacheThreads,
  readCacheBreaks,
} from '@antiphon/search'
import { type ListedFile, listSessionFiles, sessionIdOf } from '@antiphon/transcript'
import { rootsOf } from '../command-context.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'

/** The breaks of a session and of its subagents. */
export type SessionBreaks = {
  readonly session: string
  readonly breaks: readonly CacheBreak[]
  readonly report: CacheBreakReport
}

export type CollectedBreaks = {
  /** The one first whose breaks cost most. */
  readonly sessions: readonly SessionBreaks[]
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
}

export type BreaksFilter = {
  /** False for times of which nothing is told. */
  readonly isCounted: (at: string | null) => boolean
  /** False for sessions of which nothing is told. */
  readonly isAsked: (session: string) => boolean
}

/** The breaks of one session, as a person names it. */
export async function collectSessionBreaks(
  argument: string,
  { isCounted }: Pick<BreaksFilter, 'isCounted'>,
  io: Io,
): Promise<CollectedBreaks> {
  const { path, root } = await findSession(argument, io)
  const session = await readSession(path, io)
  const threads = createCacheThreads()
  for (const entry of session.entries) threads.add(entry)
  const own = computeCacheBreaks(threads.threads(), isCounted)
  const id = sessionIdOf({ path })
  const listing = root === null ? { files: [] } : await listSessionFiles([root], { hasSubagents: true })
  const files = listing.files.filter(
    file => file.kind === 'subagent' && file.key.session === id && file.path !== path,
  )
  const below = await readAll(files, isCounted, io)
  const reports = [own, ...below.sessions.map(({ report }) => report)]
  return { sessions: [toSession(id, reports)], problems: below.problems }
}

/** The breaks of every session that is asked for. */
export async function collectAllBreaks(
  { isCounted, isAsked }: BreaksFilter,
  io: Io,
): Promise<CollectedBreaks> {
  const { roots } = await rootsOf(io)
  const listing = await listSessionFiles(roots, { hasSubagents: true })
  const files = listing.files.filter(({ key }) => isAsked(key.session))
  const { sessions, problems } = await readAll(files, isCounted, io)
  const reports = new Map<string, CacheBreakReport[]>()
  for (const { session, report } of sessions) reports.set(session, [...(reports.get(session) ?? []), report])
  const merged = Array.from(reports, ([session, parts]) => toSession(session, parts))
  return {
    sessions: merged.sort((one, other) => other.report.extraUsd - one.report.extraUsd),
    problems: [...listing.problems, ...problems],
  }
}

async function readAll(
  files: readonly ListedFile[],
  isCounted: BreaksFilter['isCounted'],
  io: Io,
): Promise<CollectedBreaks> {
  const progress = createProgressBar(io.stderr, 'Reading sessions')
  const sessions: SessionBreaks[] = []
  const problems: { path: string; reason: string }[] = []
  try {
    for (const [index, { path, key }] of files.entries()) {
      progress.update(index, files.length)
      io.signal.throwIfAborted()
      const report = await readCacheBreaks(path, { signal: io.signal, isCounted }).catch((error: unknown) => {
        if (io.signal.aborted || !(error instanceof Error && 'code' in error)) throw error
        problems.push({ path, reason: `cannot be read (${error.code})` })
        return undefined
      })
      if (report === null) problems.push({ path, reason: 'was cut while it was read: it is left out' })
      if (report && report.requests > 0) sessions.push(toSession(key.session, [report]))
    }
  } finally {
    await progress.clear()
  }
  return { sessions, problems }
}

function toSession(session: string, reports: readonly CacheBreakReport[]): SessionBreaks {
  const sum = sumCacheBreaks(reports)
  const breaks = sum.breaks.toSorted((one, other) => ((one.at ?? '') < (other.at ?? '') ? -1 : 1))
  return { session, breaks, report: { ...sum, breaks } }
}

/** All of them together. */
export function sumCacheBreaks(reports: readonly CacheBreakReport[]): CacheBreakReport {
  const sum = (toNumber: (report: CacheBreakReport) => number): number =>
    reports.reduce((total, report) => total + toNumber(report), 0)
  return {
    breaks: reports.flatMap(({ breaks }) => breaks),
    requests: sum(({ requests }) => requests),
    resentTokens: sum(({ resentTokens }) => resentTokens),
    extraUsd: sum(({ extraUsd }) => extraUsd),
    isCostKnown: reports.every(({ isCostKnown }) => isCostKnown),
  }
}
