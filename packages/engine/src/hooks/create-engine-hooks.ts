import { createStopHookSummaryMessage, type Message, type PermissionMode } from '@antiphon/core'
import type { EngineHooks } from '../session/query-engine-options.ts'
import type { HookOutcome } from './combine-hook-runs.ts'
import type { HookRunner } from './create-hook-runner.ts'

/** Ties a runner of hooks to a session's loop: before and after each call, at each prompt, and when the model stops. */
export function createEngineHooks(options: {
  readonly runner: HookRunner
  readonly mode: () => PermissionMode
}): Required<EngineHooks> {
  const { runner, mode } = options
  // Whether the model goes on because of a hook: a hook that is asked again should know.
  let isHeldByHook = false
  const common = () => ({ permission_mode: mode() })

  return {
    async onPrompt(prompt, signal) {
      isHeldByHook = false
      const outcome = await runner.run('UserPromptSubmit', { ...common(), prompt }, { signal })
      return { messages: outcome.messages, refusal: refusalOf(outcome) }
    },
    async beforeCall({ toolName, toolUseId, call, signal }) {
      const input = { ...common(), tool_name: toolName, tool_input: call.input, tool_use_id: toolUseId }
      const outcome = await runner.run('PreToolUse', input, { signal, toolUseId })
      const { permission, stop, updatedInput, messages } = outcome
      return {
        permission: stop ? 'deny' : (permission?.behavior ?? null),
        reason: stop?.reason || permission?.reason || 'a hook stopped the work',
        updatedInput: updatedInput ?? null,
        messages,
      }
    },
    async afterCall({ toolName, toolUseId, input, output, isError, signal }) {
      const call = { ...common(), tool_name: toolName, tool_input: input, tool_use_id: toolUseId }
      const event = isError ? 'PostToolUseFailure' : 'PostToolUse'
      // What a tool gives back is JSON.
      const answer = { [isError ? 'error' : 'tool_response']: output as string }
      const { messages, stop } = await runner.run(event, { ...call, ...answer }, { signal, toolUseId })
      return { messages, stop: toReason(stop) }
    },
    async onStop(signal) {
      const outcome = await runner.run('Stop', { ...common(), stop_hook_active: isHeldByHook }, { signal })
      const goOn = outcome.stop === undefined && outcome.blocked !== undefined
      isHeldByHook = goOn
      return { messages: [...outcome.messages, ...summaryOf(outcome)], goOn, stop: toReason(outcome.stop) }
    },
  }
}

function refusalOf({ blocked, stop }: HookOutcome): string | null {
  return blocked ?? toReason(stop)
}

function toReason(stop: HookOutcome['stop']): string | null {
  return stop ? stop.reason || 'a hook stopped the work' : null
}

function summaryOf({ summary }: HookOutcome): readonly Message[] {
  if (summary.hookCount === 0) return []
  return [createStopHookSummaryMessage({ ...summary, level: 'suggestion' })]
}
