import { sep } from 'node:path'
import { type Io, type MarkedSessions, NO_MARKS, type SessionMarks } from '@antiphon/host'
import { type CountCache, countFile } from '@antiphon/search'
import {
  createRepositoryFinder,
  type DiscoveryProblem,
  findAgent,
  findLastTime,
  isOneOff,
  listSessionFiles,
  readSummaries,
  type SessionAgent,
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
  /** What the person noted about sessions; nothing unless told. */
  readonly marked?: MarkedSessions
  /** Where counts are remembered; without it none is made. */
  readonly counts?: CountCache
  /** The logs that are in the archive alone; none unless told. */
  readonly archived?: ReadonlySet<string>
}

/** A session as a list shows it. */
export type ListedSession = Omit<SessionSummary, 'messages'> &
  SessionMarks & {
    /** When its last entry was written, as that says itself. */
    readonly changedAt: string
    /** As `show`, `export`, the doctor and the window count them; null where that would take too long. */
    readonly messages: { readonly count: number; readonly isExact: true } | null
    readonly repository?: string
    readonly worktree?: string
    readonly isOneOff: boolean
    readonly agent: SessionAgent
    /** Where it was, there is nothing any more: what is read is from the archive. */
    readonly isArchiveAlone: boolean
  }

export type CollectedSessions = {
  /** The newest first. */
  readonly sessions: readonly ListedSession[]
  /** Files of sessions that are there, and how many of them were looked at. */
  readonly total: number
  readonly read: number
  /** Whether more of them match than are listed, or may. */
  readonly isCut: boolean
  readonly problems: readonly DiscoveryProblem[]
  /** The shortest name of each session that `findSession` understands, by its whole name. */
  readonly shortIds: ReadonlyMap<string, string>
}

/** Reads sessions until no other can be newer than those that match. */
export async function collectSessions(options: CollectOptions, io: Io): Promise<CollectedSessions> {
  const { roots, filter, limit, marked = NOTHING_MARKED, counts, archived = NOTHING_ARCHIVED } = options
  const listing = await listSessionFiles(roots, { hasSubagents: filter.hasSubagents })
  const sessions: SessionSummary[] = []
  const times: number[] = []
  const problems = [...listing.problems]
  const total = listing.files.length
  let read = 0
  const progress = createProgressBar(io.stderr, 'Reading sessions')
  try {
    for await (const item of readSummaries(listing.files)) {
      checkInterruption(io)
      progress.update(++read, total)
      if (item.kind === 'problem') problems.push(item)
      else if (filter.isArchiveAlone && !archived.has(item.path)) continue
      else if (matchesFilter(item, filter, marked.marksOf(item.key))) {
        sessions.push(item)
        times.push(Date.parse(findLastTime(item)))
      }
      // Files come by their own time, and none has an entry that is younger than it.
      const next = listing.files[read]
      if (next && isEnough(times, { limit, next: next.modifiedAt })) break
    }
  } finally {
    await progress.clear()
  }
  const shown = sessions.toSorted(compareTimes).slice(0, limit)
  const shortIds = uniquePrefixes(listing.files.map(sessionIdOf), SHORT_ID_LENGTH)
  const isCut = sessions.length > limit || read < total
  return {
    sessions: await describeAll(shown, { marked, counts, archived }),
    total,
    read,
    isCut,
    problems,
    shortIds,
  }
}

const SHORT_ID_LENGTH = 8

function compareTimes(one: SessionSummary, other: SessionSummary): number {
  const [first, second] = [findLastTime(one), findLastTime(other)]
  if (first !== second) return first < second ? 1 : -1
  // Of the same time, in the order of their files.
  return one.modifiedAt < other.modifiedAt ? 1 : one.modifiedAt > other.modifiedAt ? -1 : 0
}

/** True where enough of them are younger than any file that is still to come. */
function isEnough(
  times: readonly number[],
  { limit, next }: { readonly limit: number; readonly next: number },
): boolean {
  return times.length >= limit && times.filter(time => time >= next).length >= limit
}

const NOTHING_ARCHIVED: ReadonlySet<string> = new Set()
const NOTHING_MARKED: Pick<MarkedSessions, 'marksOf'> = { marksOf: () => NO_MARKS }

type DescribeOptions = {
  readonly marked: Pick<MarkedSessions, 'marksOf'>
  readonly counts: CountCache | undefined
  readonly archived: ReadonlySet<string>
}

/** What is known of each beside its log; messages are counted where only the ends of files were read, and remembered. */
async function describeAll(
  sessions: readonly SessionSummary[],
  { marked, counts, archived }: DescribeOptions,
): Promise<readonly ListedSession[]> {
  const findRepository = createRepositoryFinder()
  const described: ListedSession[] = []
  let left = MOST_COUNTED_BYTES
  for (const { messages, ...session } of sessions) {
    const { path, size, modifiedAt, cwd } = session
    const known = messages.isExact
      ? messages.count
      : counts?.find(path, { size, modifiedAt: Date.parse(modifiedAt) })?.messages
    const isCounted = counts !== undefined && known === undefined && size <= left
    if (isCounted) left -= size
    const count = isCounted ? await countMessages(path, counts) : known
    const repository = cwd === undefined ? undefined : findRepository(cwd)
    described.push({
      ...session,
      changedAt: findLastTime(session),
      messages: count === undefined ? null : { count, isExact: true },
      ...(repository && { repository: repository.name }),
      ...(repository?.worktree && { worktree: repository.worktree }),
      isOneOff: isOneOff(session),
      agent: findAgent(session),
      isArchiveAlone: archived.has(session.path),
      ...marked.marksOf(session.key),
    })
  }
  counts?.save()
  return described
}

/** Undefined where the file cannot be read any more. */
async function countMessages(path: string, counts: CountCache): Promise<number | undefined> {
  const counted = await countFile(path).catch(() => undefined)
  if (counted) counts.put(path, counted)
  return counted?.counts.messages
}

/** As much as is read in about a second; the next list goes on where this one stopped. */
const MOST_COUNTED_BYTES = 256 * 1024 * 1024

export type SessionFilter = {
  /** The names of one directory: as it was asked for, and without links. */
  readonly projects?: readonly string[]
  readonly search?: string
  readonly hasSubagents: boolean
  readonly isStarred?: boolean
  readonly tag?: string
  /** Of one agent. */
  readonly agent?: string
  /** Whether hidden ones are listed: they alone, with the others, or not. */
  readonly hidden?: 'only' | 'too' | 'no'
  /** Only what is in the archive alone. */
  readonly isArchiveAlone?: boolean
  readonly hidesOneOff?: boolean
}

/** True for a session that a person asked for. */
export function matchesFilter(
  session: SessionSummary,
  filter: SessionFilter,
  marks: SessionMarks = NO_MARKS,
): boolean {
  const { projects, search, hasSubagents, hidden = 'too' } = filter
  if (session.kind === 'session' && session.isSidechain && !hasSubagents) return false
  if (filter.agent !== undefined && findAgent(session) !== filter.agent) return false
  if (filter.isStarred && !marks.isStarred) return false
  if (filter.tag !== undefined && !marks.tags.includes(filter.tag)) return false
  if (hidden !== 'too' && marks.isArchived !== (hidden === 'only')) return false
  if (filter.hidesOneOff && isOneOff(session)) return false
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
