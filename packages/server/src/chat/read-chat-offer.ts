import { isLeased } from '@antiphon/transcript'
import { findLog } from '../logs/find-log.ts'
import type { ChatOffer } from '../protocol/chat-protocol.ts'
import { isFolder, readLogFolder } from './work-folder.ts'

/** What is in the way of going on with a session; null where there is no such session. Starts nothing. */
export async function readChatOffer(session: string, roots: readonly string[]): Promise<ChatOffer | null> {
  const log = await findLog({ id: session }, roots)
  if (!log) return null
  if (log.key.subpath !== undefined) return { cwd: null, problem: 'subagent' }
  const cwd = await readLogFolder(log)
  if (cwd === null) return { cwd, problem: 'folder-unknown' }
  if (!(await isFolder(cwd))) return { cwd, problem: 'folder-gone' }
  return { cwd, problem: (await isLeased(log.path)) ? 'held' : null }
}
