import { isObject } from '@antiphon/contract'
import { HOOK_EVENT_NAMES, type HookInput } from '@antiphon/core/wire'
import { type HookCallback, type HookCallbacks, toHookOutput } from '@antiphon/engine'
import type { Host } from './host.ts'

/** The callbacks that a host registered with `initialize`, as hooks of the session. What it registered wrongly counts as absent. */
export function createHostHooks(host: Host, registered: unknown): HookCallbacks {
  if (!isObject(registered)) return {}
  return Object.fromEntries(
    HOOK_EVENT_NAMES.flatMap(event => {
      const matchers = registered[event]
      return Array.isArray(matchers)
        ? [[event, matchers.filter(isObject).map(matcher => toMatcher(host, matcher))]]
        : []
    }),
  )
}

function toMatcher(
  host: Host,
  { matcher, hookCallbackIds, timeout }: Readonly<Record<string, unknown>>,
): NonNullable<HookCallbacks['PreToolUse']>[number] {
  const ids = Array.isArray(hookCallbackIds) ? hookCallbackIds.filter(id => typeof id === 'string') : []
  return {
    ...(typeof matcher === 'string' && { matcher }),
    ...(typeof timeout === 'number' && { timeout }),
    hooks: ids.map(id => createCallback(host, id)),
  }
}

function createCallback(host: Host, callbackId: string): HookCallback {
  return async (input, toolUseId, { signal }) => {
    const answer = await host.ask(
      {
        subtype: 'hook_callback',
        callback_id: callbackId,
        // The runner adds the fields that every hook is told.
        input: input as HookInput,
        ...(toolUseId !== undefined && { tool_use_id: toolUseId }),
      },
      signal,
    )
    switch (answer.status) {
      case 'answered':
        return toHookOutput(answer.response)
      case 'refused':
        throw new Error(answer.error)
      case 'gone':
      case 'cancelled':
        return {}
    }
  }
}
