import { stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { stripControl } from '@antiphon/core/ui'
import { ARCHIVE_REFUSAL, COPY_REFUSAL, isArchiveRoot, refuseCopy, type StoreCopy } from '@antiphon/host'
import { readSessionSummary, toLogPath } from '@antiphon/transcript'
import { type Refusal, refuse } from '../guard/refusal.ts'
import { type FoundLog, findLog } from '../logs/find-log.ts'
import { decodeLogId } from '../logs/log-id.ts'
import type { ChatWish } from '../protocol/chat-protocol.ts'

/** Where an agent works, and on which log. */
export type ChatPlaceChoice = {
  readonly cwd: string
  /** The log that it goes on with; null for a new session. */
  readonly log: FoundLog | null
  /** Whether that is another folder than the log says. */
  readonly isMoved: boolean
}

export type FindChatPlaceOptions = {
  readonly roots: readonly string[]
  /** Where the server was started. */
  readonly cwd: string
  readonly home: string | undefined
  /** The store whose sessions they are, where they are a team's. */
  readonly fleet: StoreCopy | null
}

/** The place that a wish means: that of the log, which must still be there, or the folder that was named. */
export async function findChatPlace(
  wish: ChatWish,
  options: FindChatPlaceOptions,
): Promise<ChatPlaceChoice | Refusal> {
  if (wish.session === undefined) return findNamed(wish.cwd ?? options.cwd, null, options)
  const stored = await findStored(wish.session, options)
  if (!stored) return refuse(404, 'There is no such session.')
  const { log, cwd, problem } = stored
  // Only a copy can work elsewhere: the session itself belongs to its folder.
  if (!IS_NO_LOG.has(problem) && wish.fork && wish.cwd !== undefined) return findNamed(wish.cwd, log, options)
  if (problem === null) return { cwd, log, isMoved: false }
  return refuse(422, WORDS[problem](show(cwd ?? '')))
}

/** Where a stored session works, and what is in the way of working there. */
export type SessionPlace = { readonly log: FoundLog } & (
  | { readonly cwd: string; readonly problem: null }
  | {
      readonly cwd: string | null
      readonly problem: 'subagent' | 'foreign' | 'archived' | 'folder-unknown' | 'folder-gone'
    }
)

/** Null where there is no such session. */
export async function findStored(
  session: string,
  { roots, fleet }: Pick<FindChatPlaceOptions, 'roots' | 'fleet'>,
): Promise<SessionPlace | null> {
  const name = fleet ? decodeLogId(session, roots) : null
  if (name) await fleet?.fetch(name.key).catch(() => false)
  const log = await findLog({ id: session }, roots)
  if (!log) return null
  if (log.key.subpath !== undefined) return { log, cwd: null, problem: 'subagent' }
  if (refuseCopy(log)) return { log, cwd: null, problem: isArchiveRoot(log.root) ? 'archived' : 'foreign' }
  const cwd = await readLogFolder(log)
  if (cwd === null) return { log, cwd, problem: 'folder-unknown' }
  return { log, cwd, problem: (await isFolder(cwd)) ? null : 'folder-gone' }
}

/** What nothing goes on from, nor a copy of it. */
const IS_NO_LOG: ReadonlySet<SessionPlace['problem']> = new Set(['subagent', 'foreign', 'archived'])

const WORDS = {
  subagent: () => 'That is the log of a subagent. Go on with the session that it belongs to.',
  foreign: () => COPY_REFUSAL,
  archived: () => ARCHIVE_REFUSAL,
  'folder-unknown': () =>
    'The log does not say in which folder its session works. Go on in a copy of it, in a folder that you name.',
  'folder-gone': (cwd: string) =>
    `The session works in ${cwd}, which is gone. Make that folder again, or go on in a copy of the session in another folder.`,
}

async function findNamed(
  path: string,
  log: FoundLog | null,
  { home }: FindChatPlaceOptions,
): Promise<ChatPlaceChoice | Refusal> {
  const cwd = toFolder(path, home)
  if (cwd === null) return refuse(422, 'A folder is named by its whole path, which begins with a slash.')
  return (await isFolder(cwd))
    ? { cwd, log, isMoved: log !== null }
    : refuse(422, `There is no folder ${show(cwd)}.`)
}

function show(path: string): string {
  return stripControl(path).slice(0, 500)
}

/** The folder that a path means, where it is a whole one or begins at home; null for any other. */
function toFolder(path: string, home: string | undefined): string | null {
  const whole = home !== undefined && /^~(?:\/|$)/.test(path) ? join(home, path.slice(1)) : path
  return isAbsolute(whole) && !whole.includes('\0') ? resolve(whole) : null
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true
}

/** Where a session works, as its log says; null where it does not. */
async function readLogFolder({ root, key }: FoundLog): Promise<string | null> {
  const summary = await readSessionSummary({ kind: 'session', root, key, path: toLogPath(root, key) })
  const cwd = summary.kind === 'problem' ? undefined : summary.cwd
  // A log may say anything; only a whole path names one folder.
  return cwd === undefined ? null : toFolder(cwd, undefined)
}
