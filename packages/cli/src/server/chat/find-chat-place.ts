import { stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { stripControl } from '@antiphon/core'
import { readSessionSummary, toLogPath } from '@antiphon/transcript'
import type { ChatWish } from '@antiphon/web/backend'
import { type FoundLog, findLog } from '../logs/find-log.ts'
import { type ChatOutcome, done, refused } from './chat-outcome.ts'

/** Where an agent works, and on which log. */
export type ChatPlaceChoice = {
  readonly cwd: string
  /** The log that it goes on with; null for a new session. */
  readonly log: FoundLog | null
}

export type FindChatPlaceOptions = {
  readonly roots: readonly string[]
  /** Where the server was started. */
  readonly cwd: string
  readonly home: string | undefined
}

/** The place that a wish means: that of the log, which must still be there, or the folder that was named. */
export async function findChatPlace(
  wish: ChatWish,
  options: FindChatPlaceOptions,
): Promise<ChatOutcome<ChatPlaceChoice>> {
  if (wish.session === undefined) {
    const cwd = toFolder(wish.cwd ?? options.cwd, options.home)
    if (cwd === null) return refused(422, 'A folder is named by its whole path, which begins with a slash.')
    return (await isFolder(cwd)) ? done({ cwd, log: null }) : refused(422, `There is no folder ${show(cwd)}.`)
  }
  const log = await findLog({ id: wish.session }, options.roots)
  if (!log) return refused(404, 'There is no such session.')
  if (log.key.subpath !== undefined)
    return refused(422, 'That is the log of a subagent. Go on with the session that it belongs to.')
  const cwd = await readCwd(log)
  if (cwd === null)
    return refused(422, 'The log does not say in which folder its session works, so it cannot go on here.')
  return (await isFolder(cwd))
    ? done({ cwd, log })
    : refused(
        422,
        `The session works in ${show(cwd)}, which is gone. Make that folder again, or begin a new session elsewhere.`,
      )
}

async function readCwd(log: FoundLog): Promise<string | null> {
  const { root, key } = log
  const summary = await readSessionSummary({ kind: 'session', root, key, path: toLogPath(root, key) })
  const cwd = summary.kind === 'problem' ? undefined : summary.cwd
  // A log may say anything; only a whole path names one folder.
  return cwd === undefined ? null : toFolder(cwd, undefined)
}

function toFolder(path: string, home: string | undefined): string | null {
  const whole = home !== undefined && /^~(?:\/|$)/.test(path) ? join(home, path.slice(1)) : path
  return isAbsolute(whole) && !whole.includes('\0') ? resolve(whole) : null
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true
}

function show(path: string): string {
  return stripControl(path).slice(0, 500)
}
