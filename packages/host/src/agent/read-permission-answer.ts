import { isObject, type JsonObject } from '@antiphon/contract'
import { isPermissionMode } from '@antiphon/core'
import type { PermissionUpdate, PermissionUpdateDestination } from '@antiphon/core/wire'
import type { PermissionAnswer } from '@antiphon/engine'

/** A decision as the protocol spells it: `{behavior: 'allow', updatedInput?, updatedPermissions?}` or `{behavior: 'deny', message?}`. What is not clearly allowed is refused. */
export function readPermissionAnswer(response: JsonObject): PermissionAnswer {
  if (response.behavior === 'allow') {
    const { updatedInput, updatedPermissions } = response
    return {
      behavior: 'allow',
      // It came as JSON.
      ...(isObject(updatedInput) && { updatedInput: updatedInput as JsonObject }),
      ...(Array.isArray(updatedPermissions) && { updates: updatedPermissions.filter(isPermissionUpdate) }),
    }
  }
  return {
    behavior: 'deny',
    // Who says no without a word says it in the words that models know.
    ...(typeof response.message === 'string' &&
      response.message !== '' && { message: response.message, reason: 'host' }),
    ...(response.interrupt === true && { interrupt: true }),
  }
}

/** Whether a change of the permissions is one that can be carried out, of fields that came from outside. */
export function isPermissionUpdate(value: unknown): value is PermissionUpdate {
  if (!isObject(value) || !DESTINATIONS.has(value.destination)) return false
  switch (value.type) {
    case 'addRules':
    case 'replaceRules':
    case 'removeRules':
      return (
        ['allow', 'deny', 'ask'].includes(String(value.behavior)) &&
        Array.isArray(value.rules) &&
        value.rules.every(isRule)
      )
    case 'addDirectories':
    case 'removeDirectories':
      return Array.isArray(value.directories) && value.directories.every(item => typeof item === 'string')
    case 'setMode':
      return isPermissionMode(value.mode)
    default:
      return false
  }
}

function isRule(rule: unknown): boolean {
  if (!isObject(rule) || typeof rule.toolName !== 'string') return false
  return rule.ruleContent === undefined || typeof rule.ruleContent === 'string'
}

const DESTINATIONS: ReadonlySet<unknown> = new Set<PermissionUpdateDestination>([
  'userSettings',
  'projectSettings',
  'localSettings',
  'session',
  'cliArg',
])
