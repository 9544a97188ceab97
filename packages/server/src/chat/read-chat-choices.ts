import { isAbsolute } from 'node:path'
import { DEFAULT_MODEL, resolveModelAlias } from '@antiphon/contract'
import { listModels, NO_MARKS, readOwnProvider } from '@antiphon/host'
import type { ChatChoices } from '../protocol/chat-protocol.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import type { MakeRow } from '../sessions/row-maker.ts'
import { toSessionRow } from '../sessions/to-session-row.ts'
import type { ChatsOptions } from './chats.ts'
import { isFolder } from './find-chat-place.ts'
import { CHAT_MODES } from './to-chat-flags.ts'

/** What a person may choose, as the environment and their own settings have it. */
export async function readChatChoices(options: ChatsOptions, signal: AbortSignal): Promise<ChatChoices> {
  const { cwd, roots } = options
  const { settings, env, isDemo } = await readOwnProvider(options, cwd)
  const first = resolveModelAlias(env.ANTHROPIC_MODEL ?? settings.model ?? DEFAULT_MODEL, DEFAULT_MODEL)
  return {
    models: listModels(first).map(({ value, displayName }) => ({ id: value, name: displayName })),
    permissionModes: CHAT_MODES,
    folders: await listFolders({ roots, cwd, signal }),
    isDemo,
  }
}

const MAX_SESSIONS = 300
const MAX_FOLDERS = 50

type FolderOptions = Pick<ChatsOptions, 'roots' | 'cwd'> & { readonly signal: AbortSignal }

/** Only where they worked matters. */
const makeRow: MakeRow = async summary => toSessionRow(summary, NOTHING_ELSE)

const NOTHING_ELSE = { isLive: false, marks: NO_MARKS, counts: null, repository: null, host: null }

/** Those of the newest sessions that are still there. */
async function listFolders({ roots, cwd, signal }: FolderOptions): Promise<readonly string[]> {
  const folders = new Set<string>()
  let sessions = 0
  for await (const row of listSessions(roots, { makeRow, signal })) {
    if (row.cwd !== null && !folders.has(row.cwd) && isAbsolute(row.cwd) && (await isFolder(row.cwd)))
      folders.add(row.cwd)
    if (++sessions >= MAX_SESSIONS || folders.size >= MAX_FOLDERS) break
  }
  return [...new Set([...folders, cwd])]
}
