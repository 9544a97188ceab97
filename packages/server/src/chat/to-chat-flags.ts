import { randomUUID } from 'node:crypto'
import { isPermissionMode, type PermissionMode } from '@antiphon/core'
import type { HeadlessFlags } from '@antiphon/host'
import type { FoundLog } from '../logs/find-log.ts'
import type { ChatWish } from '../protocol/chat-protocol.ts'

/** The modes that a page may choose: to ask nobody at all takes a flag on the command line. */
export const CHAT_MODES: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk']

/** Whether a page may choose a mode. */
export function isChatMode(mode: unknown): boolean {
  return CHAT_MODES.some(known => known === mode)
}

/** The command line on which an SDK would start the agent that a page wishes. */
export function toChatFlags(wish: ChatWish, log: FoundLog | null): HeadlessFlags {
  const { agent, model, permissionMode, fork, takeOver } = wish
  return {
    ...BASE_FLAGS,
    ...(model !== undefined && model !== '' && { model }),
    ...(isPermissionMode(permissionMode) && { permissionMode }),
    // Also where a person's own settings name a key.
    ...(agent === 'demo' && { settings: NO_KEYS }),
    // By its file: an id could mean another log.
    ...(log ? { resume: log.path } : { sessionId: randomUUID() }),
    ...(log && fork && { forkSession: true }),
    ...(log && takeOver && { takeOver: true }),
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

const NO_KEYS = JSON.stringify({
  env: {
    ANTHROPIC_API_KEY: '',
    ANTHROPIC_AUTH_TOKEN: '',
    CLAUDE_CODE_USE_BEDROCK: '',
    CLAUDE_CODE_USE_VERTEX: '',
  },
})
