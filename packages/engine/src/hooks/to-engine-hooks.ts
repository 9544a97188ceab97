import { createStopHookSummaryMessage, type JsonValue } from '@antiphon/core'
import type { EngineHooks } from '../session/query-engine-options.ts'
import type { HookRunner } from './create-hook-runner.ts'

/** A runner of hooks at the places of the loop where hooks have a say. */
export function toEngineHooks(runner: HookRunner): EngineHooks {
  return {
    async beforeCall({ toolName, toolUseId, call, signal }) {
      if (!runner.has('PreToolUse')) return NO_OPINION
      const outcome = await runner.run(
        'PreToolUse',
        { tool_name: toolName, tool_input: call.input, tool_use_id: toolUseId },
        { signal, toolUseId },
      )
      const { permission, blocked, updatedInput } = outcome
      const behavior = permission?.behavior ?? (blocked === undefined ? null : 'deny')
      return {
        permission: behavior,
        reason: permission?.reason ?? blocked ?? '',
        updatedInput: updatedInput ?? null,
        messages: outcome.messages,
      }
    },
    async afterCall({ toolName, toolUseId, input, output, isError, signal }) {
      const event = isError ? 'PostToolUseFailure' : 'PostToolUse'
      if (!runner.has(event)) return { messages: [], stop: null }
      const outcome = await runner.run(
        event,
        // What a tool returned is JSON, since it is stored.
        {
          tool_name: toolName,
          tool_input: input,
          tool_response: output as JsonValue,
          tool_use_id: toolUseId,
        },
        { signal, toolUseId },
      )
      return { messages: outcome.messages, stop: outcome.stop?.reason ?? null }
    },
    async onStop(signal) {
      if (!runner.has('Stop')) return { messages: [], goOn: false, stop: null }
      const outcome = await runner.run('Stop', { stop_hook_active: false }, { signal })
      const { summary, blocked, stop } = outcome
      const notice = createStopHookSummaryMessage({ ...summary, level: 'info' })
      return {
        messages: [...outcome.messages, notice],
        goOn: blocked !== undefined && stop === undefined,
        stop: stop?.reason ?? null,
      }
    },
    async onPrompt(prompt, signal) {
      if (!runner.has('UserPromptSubmit')) return { messages: [], refusal: null }
      const outcome = await runner.run('UserPromptSubmit', { prompt }, { signal })
      const refusal = outcome.blocked ?? (outcome.stop ? outcome.stop.reason : null)
      return { messages: outcome.messages, refusal }
    },
  }
}

const NO_OPINION = { permission: null, reason: '', updatedInput: null, messages: [] }
