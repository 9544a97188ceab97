import { stripControl } from '@antiphon/core/ui'
import { type Refusal, refuse } from '../guard/refusal.ts'
import { type FoundLog, findLog } from '../logs/find-log.ts'
import type { ChatWish } from '../protocol/chat-protocol.ts'
import { isFolder, readLogFolder, toFolder } from './work-folder.ts'

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
}

/** The place that a wish means: that of the log, which must still be there, or the folder that was named. */
export async function findChatPlace(
  wish: ChatWish,
  options: FindChatPlaceOptions,
): Promise<ChatPlaceChoice | Refusal> {
  if (wish.session === undefined) return findNamed(wish.cwd ?? options.cwd, null, options)
  const log = await findLog({ id: wish.session }, options.roots)
  if (!log) return refuse(404, 'There is no such session.')
  if (log.key.subpath !== undefined)
    return refuse(422, 'That is the log of a subagent. Go on with the session that it belongs to.')
  // Only a copy can work elsewhere: the session itself belongs to its folder.
  if (wish.fork && wish.cwd !== undefined) return findNamed(wish.cwd, log, options)
  const cwd = await readLogFolder(log)
  if (cwd === null)
    return refuse(
      422,
      `The log does not say in which folder its session works. Go on in a copy of it, in a folder that you name.`,
    )
  return (await isFolder(cwd))
    ? { cwd, log, isMoved: false }
    : refuse(
        422,
        `The session works in ${show(cwd)}, which is gone. Make that folder again, or go on in a copy of the session in another folder.`,
      )
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
