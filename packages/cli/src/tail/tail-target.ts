import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isObject } from '@antiphon/contract'
import { buildPersonView, type Entry, type Message } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import { findSession, type Io, ProgramError, STDIN } from '@antiphon/host'
import {
  type FollowedItem,
  followSession,
  followTree,
  listSessionFiles,
  readItemsBackwards,
  readSessionSummary,
  type StoredItem,
  toProjectKey,
} from '@antiphon/transcript'
import { rootsOf } from '../command-context.ts'

/** What to follow: one session with its subagents, or all that happens below some roots. */
export type TailTarget =
  | { readonly kind: 'session'; readonly path: string; readonly notice: string }
  | {
      readonly kind: 'tree'
      readonly roots: readonly string[]
      readonly projects?: readonly string[]
      readonly notice: string
    }

type TailTargetOptions = {
  readonly session: string | undefined
  readonly isAll: boolean
  readonly project: string | undefined
}

/** Finds what the person means; without a word of theirs, the session that changed last. */
export async function findTailTarget(options: TailTargetOptions, io: Io): Promise<TailTarget> {
  const { session, isAll, project } = options
  const named = [session !== undefined, isAll, project !== undefined].filter(Boolean)
  if (named.length > 1)
    throw new ProgramError('wrong-use', 'Name a session, or --all, or --project: only one of them.')
  if (session !== undefined) return findOne(session, io)
  const { roots, searched } = await rootsOf(io)
  const places = searched.map(place => stripControl(place)).join(', ')
  if (roots.length === 0)
    throw new ProgramError(
      'unreadable',
      `There are no sessions: none of ${places || 'the usual places'} is there.`,
    )
  if (isAll) return { kind: 'tree', roots, notice: `Following every session below ${places}.` }
  if (project !== undefined) return findProject(project, roots)
  return findNewest(roots, places)
}

async function findOne(session: string, io: Io): Promise<TailTarget> {
  if (session === STDIN)
    throw new ProgramError('wrong-use', 'Standard input cannot be followed; `antiphon stream` watches it.')
  if (session.endsWith('.gz'))
    throw new ProgramError(
      'wrong-use',
      `${stripControl(session)} is packed and does not grow; \`antiphon show\` reads it.`,
    )
  const { path } = await findSession(session, io)
  return { kind: 'session', path: resolve(path), notice: '' }
}

async function findProject(project: string, roots: readonly string[]): Promise<TailTarget> {
  const projects = [project, toProjectKey(resolve(project))]
  const folders = roots.flatMap(root => projects.map(name => join(root, 'projects', name)))
  const isThere = await Promise.all([project, ...folders].map(isFolder))
  if (!isThere.includes(true))
    throw new ProgramError(
      'wrong-use',
      `${stripControl(project)} is no project: neither a folder, nor the name of one among the sessions. See \`antiphon ls\`.`,
    )
  return { kind: 'tree', roots, projects, notice: `Following every session of ${stripControl(project)}.` }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

async function findNewest(roots: readonly string[], places: string): Promise<TailTarget> {
  const [newest] = (await listSessionFiles(roots)).files
  if (!newest) throw new ProgramError('unreadable', `There are no sessions below ${places}.`)
  const summary = await readSessionSummary(newest)
  const title = summary.kind === 'problem' ? undefined : summary.title?.text
  const name = [title, newest.key.session].filter(part => part !== undefined).map(part => stripControl(part))
  return {
    kind: 'session',
    path: newest.path,
    notice: `Following the session that changed last: ${name.join(' · ')}.`,
  }
}

type FollowTargetOptions = {
  /** Where the session's own log has been read up to. */
  readonly next: number
  readonly signal: AbortSignal
}

/** What happens to a target from now on, until the signal. */
export async function* followTarget(
  target: TailTarget,
  { next, signal }: FollowTargetOptions,
): AsyncGenerator<FollowedItem, void, undefined> {
  if (target.kind === 'tree') {
    yield* followTree({ ...target, from: 'now', signal })
    return
  }
  const positions = new Map([[target.path, next]])
  for await (const item of followSession(target.path, { from: 'now', positions, signal }))
    if (belongsToSession(item, target.path)) yield item
}

/** The end of a log, in its order, and where to go on. */
export type LogEnd = { readonly items: readonly StoredItem[]; readonly next: number }

type ReadLogEndOptions = {
  readonly lines: number
  /** What `lines` counts: entries, or what a person sees of them. */
  readonly counts: 'entries' | 'items'
}

/** Reads a log from its end, as far as it has to. */
export async function readLogEnd(path: string, { lines, counts }: ReadLogEndOptions): Promise<LogEnd> {
  const items: StoredItem[] = []
  let next: number | undefined
  let checkAt = lines
  for await (const item of readItemsBackwards(path)) {
    next ??= item.next
    if (lines === 0) break
    items.push(item)
    if (items.length < checkAt) continue
    if (counts === 'entries' || countShown(items) > lines || items.length > lines * MAX_ITEMS_PER_LINE) break
    checkAt *= 2
  }
  return { items: items.reverse(), next: next ?? 0 }
}

// Many results, notes and titles stand between two things that a person sees; but not that many.
const MAX_ITEMS_PER_LINE = 200

function countShown(items: readonly StoredItem[]): number {
  const entries = items.toReversed().flatMap(item => (item.kind === 'entry' ? [item.entry] : []))
  // The view takes any values.
  return buildPersonView(entries as readonly unknown[] as readonly Message[]).length
}

/** Whose words an item is: a session's own, or those of one of its subagents. */
export type TailSpeaker = {
  /** Tells sources apart. */
  readonly id: string
  readonly path: string
  readonly project: string
  readonly session: string
  /** The subagent's id, where it is one. */
  readonly agent?: string
}

/** Finds out who speaks: by the file, or by the entry where a subagent speaks in its session's own file. */
export function toTailSpeaker({ path, key, item }: FollowedItem): TailSpeaker {
  const entry = item.kind === 'entry' ? item.entry : undefined
  const agent = agentOfFile(path) ?? agentOfEntry(entry)
  const session =
    key.subpath === undefined && agentOfFile(path) !== undefined ? sessionOf(entry) : key.session
  return {
    id: agent === undefined ? path : `${path}#${agent}`,
    path,
    project: key.project,
    session: session ?? key.session,
    ...(agent !== undefined && { agent }),
  }
}

/** False for what belongs to another session: old versions put the subagents of all sessions into one folder. */
function belongsToSession({ path, key, item }: FollowedItem, sessionPath: string): boolean {
  if (path === sessionPath || key.subpath !== undefined) return true
  return item.kind === 'entry' && sessionOf(item.entry) === basename(sessionPath, '.jsonl')
}

function agentOfFile(path: string): string | undefined {
  return /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1]
}

function agentOfEntry(entry: Entry | undefined): string | undefined {
  const fields: unknown = entry
  if (!isObject(fields) || fields.isSidechain !== true) return undefined
  return typeof fields.agentId === 'string' ? fields.agentId : ''
}

function sessionOf(entry: Entry | undefined): string | undefined {
  const fields: unknown = entry
  return isObject(fields) && typeof fields.sessionId === 'string' ? fields.sessionId : undefined
}
