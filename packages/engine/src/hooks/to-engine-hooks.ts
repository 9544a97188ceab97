import { createStopHookSummaryMessage, type JsonValue, type PermissionMode } from '@antiphon/core'
import type { EngineHooks } from '../session/query-engine-options.ts'
import type { HookOutcome } from './combine-hook-runs.ts'
import type { HookRunner } from './create-hook-runner.ts'

/** A runner of hooks at the places of the loop where hooks have a say. */
export function toEngineHooks(runner: HookRunner, mode?: () => PermissionMode): Required<EngineHooks> {
  // Whether the model goes on because of a hook: a hook that is asked again must know, or it never lets go.
  let isHeldByHook = false
  const common = () => (mode ? { permission_mode: mode() } : {})
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
      }
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
    async onStop(signal) {
      if (!runner.has('Stop')) return { messages: [], goOn: false, stop: null }
      const outcome = await runner.run('Stop', { ...common(), stop_hook_active: isHeldByHook }, { signal })
      const { summary, blocked, stop } = outcome
      isHeldByHook = blocked !== undefined && stop === undefined
      const notices =
        summary.hookCount > 0 ? [createStopHookSummaryMessage({ ...summary, level: 'info' })] : []
      return { messages: [...outcome.messages, ...notices], goOn: isHeldByHook, stop: toReason(stop) }
    },
    async onPrompt(prompt, signal) {
      isHeldByHook = false
      if (!runner.has('UserPromptSubmit')) return { messages: [], refusal: null }
      const outcome = await runner.run('UserPromptSubmit', { ...common(), prompt }, { signal })
      return { messages: outcome.messages, refusal: outcome.blocked ?? toReason(outcome.stop) }
    },
  }
}

const NO_OPINION = { permission: null, reason: '', updatedInput: null, messages: [] }

function toReason(stop: HookOutcome['stop']): string | null {
  return stop ? stop.reason || 'a hook stopped the work' : null
}
