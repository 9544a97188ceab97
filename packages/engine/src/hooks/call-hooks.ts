import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { HookRunner } from './create-hook-runner.ts'
import type { EngineHooks } from './engine-hooks.ts'
import { toReason } from './to-reason.ts'

type CallHooks = Required<Pick<EngineHooks, 'beforeCall' | 'afterCall' | 'onPermissionRequest'>>

/** Hooks around a call: before it, where somebody would be asked about it, and after it. */
export function createCallHooks(runner: HookRunner, common: () => JsonObject): CallHooks {
  return {
    async beforeCall({ toolName, toolUseId, call, signal }) {
      if (!runner.has('PreToolUse')) return NO_OPINION
      const input = { ...common(), tool_name: toolName, tool_input: call.input, tool_use_id: toolUseId }
      const outcome = await runner.run('PreToolUse', input, { signal, toolUseId })
      const stop = toReason(outcome.stop)
      return {
        permission: stop === null ? (outcome.permission?.behavior ?? null) : 'deny',
        reason: stop ?? outcome.permission?.reason ?? '',
        updatedInput: outcome.updatedInput ?? null,
        messages: outcome.messages,
        stop,
      }
    },
    async onPermissionRequest({ toolName, toolUseId, input, suggestions, signal }) {
      if (!runner.has('PermissionRequest')) return { answer: null, messages: [] }
      const call = { ...common(), tool_name: toolName, tool_input: input, tool_use_id: toolUseId }
      const fields = { ...call, permission_suggestions: suggestions }
      const { permission, updatedInput, stop, messages } = await runner.run('PermissionRequest', fields, {
        signal,
        toolUseId,
      })
      const end = toReason(stop)
      const refusal = end ?? (permission?.behavior === 'deny' ? permission.reason : null)
      if (refusal !== null)
        return { answer: { behavior: 'deny', message: refusal, reason: 'hook' }, messages, stop: end }
      if (permission?.behavior !== 'allow') return { answer: null, messages }
      return { answer: { behavior: 'allow', ...(updatedInput && { updatedInput }) }, messages }
    },
    async afterCall({ toolName, toolUseId, input, output, isError, signal }) {
      const event = isError ? 'PostToolUseFailure' : 'PostToolUse'
      if (!runner.has(event)) return { messages: [], stop: null }
      const call = { ...common(), tool_name: toolName, tool_input: input, tool_use_id: toolUseId }
      // What a tool returned is JSON, since it is stored.
      const answer = { [isError ? 'error' : 'tool_response']: output as JsonValue }
      const outcome = await runner.run(event, { ...call, ...answer }, { signal, toolUseId })
      return { messages: outcome.messages, stop: toReason(outcome.stop) }
    },
  }
}

const NO_OPINION = { permission: null, reason: '', updatedInput: null, messages: [] }
