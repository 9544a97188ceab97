import { type CompactTrigger, createSystemMessage, type Message } from '@antiphon/core'
import type { EngineHooks } from '../hooks/engine-hooks.ts'
import { appendMessages } from '../query/append-messages.ts'
import type { Box } from '../tool/box.ts'
import { type CompactContext, compactConversation } from './compact-conversation.ts'
import { compactionLimit, countContextTokens } from './context-size.ts'

/** Keeps a conversation within the model's context. */
export interface Compactor {
  isFull(): boolean
  /**
   * False where it did not work, or hooks refused it; then the next automatic try waits for the next turn, and after
   * three failures there is none.
   */
  compact(
    trigger: 'auto' | 'manual' | 'overflow',
    signal: AbortSignal,
    instructions?: string,
  ): AsyncGenerator<Message, boolean, undefined>
}

type CompactorOptions = CompactContext & {
  readonly hooks: Pick<EngineHooks, 'beforeCompaction' | 'afterCompaction'>
  /** How often it failed in a row; the session's, since a compactor lasts for a turn. */
  readonly compactionFailures: Box<number>
}

/** Watches the usage of the last answer, asks hooks, and gives up after three failures in a row. */
export function createCompactor(context: CompactorOptions): Compactor {
  const { conversation, hooks, compactionFailures: failures } = context
  let isGivenUp = false
  const tokens = (): number => countContextTokens(conversation.messages())
  return {
    isFull() {
      const mayTry = !isGivenUp && failures.get() < MAX_FAILURES
      return mayTry && tokens() >= compactionLimit(context.models.current())
    },
    async *compact(reason, signal, instructions) {
      const trigger: CompactTrigger = reason === 'manual' ? 'manual' : 'auto'
      const before = await hooks.beforeCompaction?.({ trigger, instructions: instructions ?? null, signal })
      yield* appendMessages(context, before?.messages ?? [])
      if (before && before.refusal !== null) {
        isGivenUp = true
        yield* warn(context, `The conversation was not compacted: ${before.refusal}`)
        return false
      }
      if (trigger === 'auto' && failures.get() >= MAX_FAILURES) return false
      const wishes = [...(instructions === undefined ? [] : [instructions]), ...(before?.instructions ?? [])]
      let summary: string
      try {
        summary = yield* compactConversation({
          ...{ context, trigger, preTokens: tokens(), signal },
          ...(wishes.length > 0 && { instructions: wishes.join('\n') }),
        })
      } catch (error) {
        if (signal.aborted) return false
        isGivenUp = true
        failures.set(failures.get() + 1)
        const words = error instanceof Error ? error.message : String(error)
        yield* warn(context, `The conversation could not be compacted: ${words}`)
        return false
      }
      failures.set(0)
      const after = await hooks.afterCompaction?.({ trigger, summary, signal })
      yield* appendMessages(context, after?.messages ?? [])
      return true
    },
  }
}

function warn(context: CompactContext, words: string): ReturnType<typeof appendMessages> {
  return appendMessages(context, [createSystemMessage(words, 'warning')])
}

const MAX_FAILURES = 3
