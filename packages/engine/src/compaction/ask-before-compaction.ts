import { type CompactTrigger, createSystemMessage, isUserMessage, type Message } from '@antiphon/core'
import type { EngineHooks } from '../hooks/engine-hooks.ts'
import { appendMessages } from '../query/append-messages.ts'
import type { CompactOptions } from './compact-conversation.ts'
import type { Compactor } from './create-compactor.ts'

export type AskBeforeCompactionOptions = Pick<CompactOptions, 'context'> & {
  readonly compactor: Compactor
  readonly hooks: Pick<EngineHooks, 'beforeCompaction' | 'afterCompaction'>
}

/** The same compactor with hooks around it; what they refuse is not tried again by itself in the same turn. */
export function askBeforeCompaction({ compactor, context, hooks }: AskBeforeCompactionOptions): Compactor {
  let isRefused = false
  return {
    isFull: () => !isRefused && compactor.isFull(),
    async *compact(reason, signal, instructions) {
      const trigger: CompactTrigger = reason === 'manual' ? 'manual' : 'auto'
      const before = await hooks.beforeCompaction?.({ trigger, instructions: instructions ?? null, signal })
      yield* appendMessages(context, before?.messages ?? [])
      if (before && before.refusal !== null) {
        isRefused = true
        const words = `The conversation was not compacted: ${before.refusal}`
        yield* appendMessages(context, [createSystemMessage(words, 'warning')])
        return false
      }
      const wishes = [...(instructions === undefined ? [] : [instructions]), ...(before?.instructions ?? [])]
      const events = compactor.compact(reason, signal, wishes.length > 0 ? wishes.join('\n') : undefined)
      const summary = yield* findSummary(events)
      if (summary === null) return false
      const after = await hooks.afterCompaction?.({ trigger, summary, signal })
      yield* appendMessages(context, after?.messages ?? [])
      return true
    },
  }
}

/** Passes the messages on and gives the summary among them; null where the compaction did not work. */
async function* findSummary(
  events: ReturnType<Compactor['compact']>,
): AsyncGenerator<Message, string | null, undefined> {
  let summary = ''
  for (let step = await events.next(); ; step = await events.next()) {
    if (step.done) return step.value ? summary : null
    if (isUserMessage(step.value) && step.value.isCompactSummary === true)
      summary = String(step.value.message.content)
    yield step.value
  }
}
