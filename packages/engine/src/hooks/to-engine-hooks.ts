import type { JsonObject, JsonValue } from '@antiphon/contract'
import { createStopHookSummaryMessage, type PermissionMode } from '@antiphon/core'
import type { HookEventName } from '@antiphon/core/wire'
import type { HookOutcome } from './combine-hook-runs.ts'
import type { HookRunner, HookRunOptions } from './create-hook-runner.ts'
import type { EngineHooks } from './engine-hooks.ts'

/** A runner of hooks at the places of a session where hooks have a say. */
export function toEngineHooks(runner: HookRunner, mode?: () => PermissionMode): Required<EngineHooks> {
  // Who goes on because of a hook: a hook that is asked again must know, or it never lets go.
  const held = new Set<string>()

  function run(event: HookEventName, fields: JsonObject, options?: HookRunOptions): Promise<HookOutcome> {
    return runner.run(event, { ...(mode && { permission_mode: mode() }), ...fields }, options)
  }

  async function runStop(
    event: 'Stop' | 'SubagentStop',
    fields: JsonObject & { readonly agent_id?: string },
    signal: AbortSignal,
  ): ReturnType<Required<EngineHooks>['onStop']> {
    const who = fields.agent_id ?? SESSION
    const outcome = await run(event, { ...fields, stop_hook_active: held.has(who) }, { signal })
    const { messages, summary, blocked, stop } = outcome
    const goOn = blocked !== undefined && stop === undefined
    if (goOn) held.add(who)
    else held.delete(who)
    const notices = summary.hookCount > 0 ? [createStopHookSummaryMessage({ ...summary, level: 'info' })] : []
    return { messages: [...messages, ...notices], goOn, stop: toReason(stop) }
  }

  return {
    async beforeCall({ toolName, toolUseId, call, signal }) {
      const fields = toCallFields(toolName, toolUseId, call.input)
      const outcome = await run('PreToolUse', fields, { signal, toolUseId })
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
      const call = toCallFields(toolName, toolUseId, input)
      const { permission, updatedInput, stop, messages } = await run(
        'PermissionRequest',
        { ...call, permission_suggestions: suggestions },
        { signal, toolUseId },
      )
      const end = toReason(stop)
      const refusal = end ?? (permission?.behavior === 'deny' ? permission.reason : null)
      if (refusal !== null)
        return { answer: { behavior: 'deny', message: refusal, reason: 'hook' }, messages, stop: end }
      if (permission?.behavior !== 'allow') return { answer: null, messages }
      return { answer: { behavior: 'allow', ...(updatedInput && { updatedInput }) }, messages }
    },
    async afterCall({ toolName, toolUseId, input, output, isError, signal }) {
      const fields = {
        ...toCallFields(toolName, toolUseId, input),
        // What a tool returned is JSON, since it is stored.
        [isError ? 'error' : 'tool_response']: output as JsonValue,
      }
      const event = isError ? 'PostToolUseFailure' : 'PostToolUse'
      const { messages, stop } = await run(event, fields, { signal, toolUseId })
      return { messages, stop: toReason(stop) }
    },
    async onPrompt(prompt, signal) {
      held.delete(SESSION)
      const { messages, blocked, stop } = await run('UserPromptSubmit', { prompt }, { signal })
      return { messages, refusal: blocked ?? toReason(stop) }
    },
    onStop: signal => runStop('Stop', {}, signal),
    onAgentStart: ({ agentId, agentType }, signal) =>
      run('SubagentStart', { agent_id: agentId, agent_type: agentType }, { signal }),
    onAgentStop: ({ agentId, agentType }, signal) =>
      runStop('SubagentStop', { agent_id: agentId, agent_type: agentType }, signal),
    onSessionStart: ({ source, model, signal }) => run('SessionStart', { source, model }, { signal }),
    onSessionEnd: () => run('SessionEnd', { reason: 'other' }),
    async beforeCompaction({ trigger, instructions, signal }) {
      const fields = { trigger, custom_instructions: instructions }
      const { messages, blocked, stop, additionalContext } = await run('PreCompact', fields, { signal })
      const printed = messages.flatMap(({ attachment }) =>
        attachment.type === 'hook_success' && attachment.content !== '' ? [attachment.content] : [],
      )
      return {
        messages,
        refusal: blocked ?? toReason(stop),
        instructions: [...printed, ...additionalContext],
      }
    },
    afterCompaction: ({ trigger, summary, signal }) =>
      run('PostCompact', { trigger, compact_summary: summary }, { signal }),
    onNotification: ({ type, title, message }, signal) =>
      run('Notification', { notification_type: type, title, message }, { signal }),
    onPermissionDenied: ({ toolName, toolUseId, input, reason }, signal) =>
      run('PermissionDenied', { ...toCallFields(toolName, toolUseId, input), reason }, { signal, toolUseId }),
    onStopFailure: ({ code, detail }, signal) =>
      run('StopFailure', { error: code, error_details: detail }, { signal }),
  }
}

/** An agent's id is never empty. */
const SESSION = ''

function toCallFields(tool_name: string, tool_use_id: string, tool_input: JsonObject): JsonObject {
  return { tool_name, tool_input, tool_use_id }
}

/** Why hooks end the work; null where they do not. */
function toReason(stop: HookOutcome['stop']): string | null {
  return stop ? stop.reason || 'a hook stopped the work' : null
}
