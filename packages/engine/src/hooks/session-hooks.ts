import type { JsonObject } from '@antiphon/contract'
import type { HookRunner } from './create-hook-runner.ts'
import type { EngineHooks } from './engine-hooks.ts'
import { toReason } from './to-reason.ts'

type SessionHooks = Required<
  Pick<EngineHooks, 'onSessionStart' | 'onSessionEnd' | 'beforeCompaction' | 'afterCompaction'>
>

/** Hooks at the turning points of a session: its start, its end, and compactions. */
export function createSessionHooks(runner: HookRunner, common: () => JsonObject): SessionHooks {
  return {
    async onSessionStart({ source, model, signal }) {
      if (!runner.has('SessionStart')) return { messages: [] }
      const outcome = await runner.run('SessionStart', { ...common(), source, model }, { signal })
      return { messages: outcome.messages }
    },
    async onSessionEnd() {
      if (!runner.has('SessionEnd')) return { messages: [] }
      return { messages: (await runner.run('SessionEnd', { ...common(), reason: 'other' })).messages }
    },
    async beforeCompaction({ trigger, instructions, signal }) {
      if (!runner.has('PreCompact')) return { messages: [], refusal: null, instructions: [] }
      const fields = { ...common(), trigger, custom_instructions: instructions }
      const { messages, blocked, stop, additionalContext } = await runner.run('PreCompact', fields, {
        signal,
      })
      const printed = messages.flatMap(({ attachment }) =>
        attachment.type === 'hook_success' && attachment.content !== '' ? [attachment.content] : [],
      )
      return {
        messages,
        refusal: blocked ?? toReason(stop),
        instructions: [...printed, ...additionalContext],
      }
    },
    async afterCompaction({ trigger, summary, signal }) {
      if (!runner.has('PostCompact')) return { messages: [] }
      const fields = { ...common(), trigger, compact_summary: summary }
      return { messages: (await runner.run('PostCompact', fields, { signal })).messages }
    },
  }
}
