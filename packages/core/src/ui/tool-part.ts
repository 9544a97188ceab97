import { isObject, SERVER_TOOL_RESULT_TYPES } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'
import { readContentBlocks } from './message-content.ts'

/** The part a message plays in a tool call's story: `before` and `after` are its hooks. */
export type ToolPart =
  | {
      readonly role: 'call'
      readonly id: string | undefined
      readonly block: Readonly<Record<string, unknown>>
    }
  | { readonly role: 'before' | 'result' | 'after' | 'progress'; readonly id: string }

/** Which part a message of one block plays, if any. */
export function readToolPart(message: unknown): ToolPart | undefined {
  if (!isObject(message)) return undefined
  switch (message.type) {
    case 'assistant':
      return assistantPart(message)
    case 'user':
      return userPart(message)
    case 'attachment':
      return hookPart(message.attachment, message.attachment)
    case 'progress':
      return progressPart(message)
    default:
      return undefined
  }
}

const CALL_TYPES: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use'])
const INLINE_RESULT_TYPES: ReadonlySet<unknown> = new Set([...SERVER_TOOL_RESULT_TYPES, 'mcp_tool_result'])

const HOOK_ROLES: ReadonlyMap<unknown, 'before' | 'after'> = new Map([
  ['PreToolUse', 'before'],
  ['PermissionRequest', 'before'],
  ['PostToolUse', 'after'],
  ['PostToolUseFailure', 'after'],
  ['PermissionDenied', 'after'],
])

function assistantPart(message: Record<string, unknown>): ToolPart | undefined {
  for (const block of readContentBlocks(message)) {
    if (CALL_TYPES.has(block.type)) return { role: 'call', id: readString(block, 'id'), block }
    if (INLINE_RESULT_TYPES.has(block.type)) return part('result', readString(block, 'tool_use_id'))
  }
  return undefined
}

function userPart(message: Record<string, unknown>): ToolPart | undefined {
  const block = readContentBlocks(message).find(({ type }) => type === 'tool_result')
  if (!block) return undefined
  return part('result', readString(block, 'tool_use_id') ?? readString(message, 'sourceToolUseID'))
}

function progressPart(message: Record<string, unknown>): ToolPart | undefined {
  if (isObject(message.data) && message.data.type === 'hook_progress') return hookPart(message.data, message)
  return part('progress', readString(message, 'parentToolUseID', 'toolUseID'))
}

function hookPart(hook: unknown, bearerOfId: unknown): ToolPart | undefined {
  const role = isObject(hook) ? HOOK_ROLES.get(hook.hookEvent) : undefined
  return role && part(role, readString(bearerOfId, 'toolUseID', 'parentToolUseID'))
}

function part(
  role: 'before' | 'result' | 'after' | 'progress',
  id: string | undefined,
): ToolPart | undefined {
  return id === undefined ? undefined : { role, id }
}
