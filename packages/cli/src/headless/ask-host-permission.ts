import { isObject, type JsonObject, type PermissionUpdate } from '@antiphon/core'
import { type PermissionAnswer, type PermissionPrompt, toRulesUpdate } from '@antiphon/engine'
import type { Host } from './host.ts'
import type { HostAnswer } from './host-frame.ts'

/** Asks the host whether a call may run, by `can_use_tool`. Whoever does not answer, or not clearly, has said no. */
export function createHostPermissionPrompt(
  host: Host,
  whileWaiting: <T>(work: () => Promise<T>) => Promise<T>,
): PermissionPrompt {
  return async ({ toolName, toolUseId, input, title, reason, suggestions, access, agentId, signal }) => {
    const blockedPath = access.kind === 'read' || access.kind === 'write' ? access.paths[0] : undefined
    const answer = await whileWaiting(() =>
      host.ask(
        {
          subtype: 'can_use_tool',
          tool_name: toolName,
          display_name: toolName,
          input,
          tool_use_id: toolUseId,
          title,
          permission_suggestions: suggestions.map(toRulesUpdate),
          ...(typeof input.description === 'string' && { description: input.description }),
          ...(blockedPath !== undefined && { blocked_path: blockedPath }),
          ...(reason !== '' && { decision_reason: reason }),
          ...(agentId !== undefined && { agent_id: agentId }),
        },
        signal,
      ),
    )
    return toPermissionAnswer(answer)
  }
}

/** What a host's answer means. */
export function toPermissionAnswer(answer: HostAnswer): PermissionAnswer {
  switch (answer.status) {
    case 'answered':
      return readAnswer(answer.response)
    case 'refused':
      return { behavior: 'deny', message: `The host could not decide: ${answer.error}` }
    case 'gone':
      return { behavior: 'deny', message: 'Nobody is there any more to allow this.' }
    case 'cancelled':
      return { behavior: 'deny' }
  }
}

function readAnswer(response: JsonObject): PermissionAnswer {
  if (response.behavior === 'allow') {
    const { updatedInput, updatedPermissions } = response
    return {
      behavior: 'allow',
      // It came as JSON.
      ...(isObject(updatedInput) && { updatedInput: updatedInput as JsonObject }),
      ...(Array.isArray(updatedPermissions) && { updates: updatedPermissions.filter(isUpdate) }),
    }
  }
  return {
    behavior: 'deny',
    ...(typeof response.message === 'string' && { message: response.message, reason: 'host' }),
    ...(response.interrupt === true && { interrupt: true }),
  }
}

function isUpdate(value: unknown): value is PermissionUpdate {
  if (!isObject(value)) return false
  switch (value.type) {
    case 'addRules':
    case 'replaceRules':
    case 'removeRules':
      return (
        ['allow', 'deny', 'ask'].includes(String(value.behavior)) &&
        Array.isArray(value.rules) &&
        value.rules.every(rule => isObject(rule) && typeof rule.toolName === 'string')
      )
    case 'addDirectories':
    case 'removeDirectories':
      return Array.isArray(value.directories) && value.directories.every(item => typeof item === 'string')
    case 'setMode':
      return typeof value.mode === 'string'
    default:
      return false
  }
}
