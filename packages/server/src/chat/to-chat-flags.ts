import { randomUUID } from 'node:crypto'
import { isPermissionMode, type PermissionMode } from '@antiphon/core'
import type { HeadlessFlags } from '@antiphon/host'
import { type Refusal, refuse } from '../guard/refusal.ts'
import type { FoundLog } from '../logs/find-log.ts'
import type { ChatWish } from '../protocol/chat-protocol.ts'

/** The modes that a page may choose: to ask nobody at all takes a flag on the command line. */
export const CHAT_MODES: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk']

/** The command line on which an SDK would start the agent that a page wishes. */
export function toChatFlags(wish: ChatWish, log: FoundLog | null): HeadlessFlags | Refusal {
  const { model, permissionMode, fork } = wish
  if (!isOffered(permissionMode)) return refuse(422, 'A page cannot choose that permission mode.')
  return {
    ...BASE_FLAGS,
    ...(model !== undefined && model !== '' && { model }),
    ...(permissionMode !== undefined && { permissionMode }),
    // By its file: an id could mean another log.
    ...(log ? { resume: log.path } : { sessionId: randomUUID() }),
    ...(log && fork && { forkSession: true }),
  }
}

const BASE_FLAGS: HeadlessFlags = {
  includePartialMessages: true,
  replayUserMessages: true,
  permissionPromptTool: 'stdio',
  sessionPersistence: true,
  allowedTools: [],
  disallowedTools: [],
  addDir: [],
  mcpConfig: [],
}

function isOffered(mode: string | undefined): mode is PermissionMode | undefined {
  return mode === undefined || (isPermissionMode(mode) && CHAT_MODES.includes(mode))
}
