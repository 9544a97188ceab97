import { createSystemMessage, type Message } from '@antiphon/core'
import { appendMessages } from '../query/append-messages.ts'
import type { Box } from '../tool/box.ts'
import { type CompactOptions, compactConversation } from './compact-conversation.ts'
import { compactionLimit } from './compaction-limit.ts'
import { countContextTokens } from './count-context-tokens.ts'

/** Keeps a conversation within the model's context. */
export interface Compactor {
  isFull(): boolean
  /** False where it did not work; then the next automatic try waits for the next turn, and after three there is none. */
  compact(
    trigger: 'auto' | 'manual' | 'overflow',
    signal: AbortSignal,
    instructions?: string,
  ): AsyncGenerator<Message, boolean, undefined>
}

export type CompactorOptions = Pick<CompactOptions, 'context'> & {
  readonly reminders: () => readonly Message[]
  /** How often it failed in a row; the session's, since a compactor lasts for a turn. */
  readonly failures: Box<number>
}

/** Watches the usage of the last answer, and gives up after three failures in a row. */
export function createCompactor({ context, reminders, failures }: CompactorOptions): Compactor {
  let hasFailed = false
  const tokens = (): number => countContextTokens(context.conversation.messages())
  return {
    isFull() {
      return (
        !hasFailed && failures.get() < MAX_FAILURES && tokens() >= compactionLimit(context.models.current())
      )
    },
    async *compact(trigger, signal, instructions) {
      if (trigger !== 'manual' && failures.get() >= MAX_FAILURES) return false
      try {
        yield* compactConversation({
          context,
          trigger: trigger === 'manual' ? 'manual' : 'auto',
          preTokens: tokens(),
          reminders: reminders(),
          signal,
          ...(instructions !== undefined && { instructions }),
        })
        failures.set(0)
        return true
      } catch (error) {
        if (signal.aborted) return false
        hasFailed = true
        failures.set(failures.get() + 1)
        const words = error instanceof Error ? error.message : String(error)
        yield* appendMessages(context, [
          createSystemMessage(`The conversation could not be compacted: ${words}`, 'warning'),
        ])
        return false
      }
    },
  }
}

const MAX_FAILURES = 3
