import type { JsonObject } from '@antiphon/contract'
import { createStopHookSummaryMessage } from '@antiphon/core'
import type { HookRunner } from './create-hook-runner.ts'
import type { EngineHooks } from './engine-hooks.ts'
import { toReason } from './to-reason.ts'

type StopHooks = Required<Pick<EngineHooks, 'onPrompt' | 'onStop' | 'onAgentStart' | 'onAgentStop'>>

/** Hooks where work begins and ends: a prompt's and a subagent's. */
export function createStopHooks(runner: HookRunner, common: () => JsonObject): StopHooks {
  // Who goes on because of a hook: a hook that is asked again must know, or it never lets go.
  const held = new Set<string>()

  async function runStop(
    event: 'Stop' | 'SubagentStop',
    {
      who,
      fields,
      signal,
    }: { readonly who: string; readonly fields: JsonObject; readonly signal: AbortSignal },
  ): ReturnType<StopHooks['onStop']> {
    if (!runner.has(event)) return { messages: [], goOn: false, stop: null }
    const input = { ...common(), ...fields, stop_hook_active: held.has(who) }
    const { messages, summary, blocked, stop } = await runner.run(event, input, { signal })
    const goOn = blocked !== undefined && stop === undefined
    if (goOn) held.add(who)
    else held.delete(who)
    const notices = summary.hookCount > 0 ? [createStopHookSummaryMessage({ ...summary, level: 'info' })] : []
    return { messages: [...messages, ...notices], goOn, stop: toReason(stop) }
  }

  return {
    async onPrompt(prompt, signal) {
      held.delete(SESSION)
      if (!runner.has('UserPromptSubmit')) return { messages: [], refusal: null }
      const outcome = await runner.run('UserPromptSubmit', { ...common(), prompt }, { signal })
      return { messages: outcome.messages, refusal: outcome.blocked ?? toReason(outcome.stop) }
    },
    onStop: signal => runStop('Stop', { who: SESSION, fields: {}, signal }),
    async onAgentStart({ agentId, agentType }, signal) {
      if (!runner.has('SubagentStart')) return { messages: [] }
      const fields = { ...common(), agent_id: agentId, agent_type: agentType }
      return { messages: (await runner.run('SubagentStart', fields, { signal })).messages }
    },
    onAgentStop: ({ agentId, agentType }, signal) =>
      runStop('SubagentStop', {
        who: agentId,
        fields: { agent_id: agentId, agent_type: agentType },
        signal,
      }),
  }
}

/** An agent's id is never empty. */
const SESSION = ''
