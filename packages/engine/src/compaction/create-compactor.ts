import { createSystemMessage, isAssistantMessage, type Message, modelFacts, type Usage } from '@antiphon/core'
import { appendMessages } from '../query/append-messages.ts'
import { type CompactOptions, compactConversation } from './compact-conversation.ts'

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
}

/** Watches the usage of the last answer, and gives up after three failures in a row. */
export function createCompactor({ context, reminders }: CompactorOptions): Compactor {
  let failures = 0
  const tokens = (): number => countTokens(context.conversation.messages())
  return {
    isFull() {
      const { context: window, maxOutput } = modelFacts(context.models.main)
      const limit = window - Math.min(maxOutput, OUTPUT_RESERVE) - BUFFER
      return failures < MAX_FAILURES && tokens() >= limit
    },
    async *compact(trigger, signal, instructions) {
      if (trigger !== 'manual' && failures >= MAX_FAILURES) return false
      try {
        yield* compactConversation({
          context,
          trigger: trigger === 'manual' ? 'manual' : 'auto',
          preTokens: tokens(),
          reminders: reminders(),
          signal,
          ...(instructions !== undefined && { instructions }),
        })
        failures = 0
        return true
      } catch (error) {
        if (signal.aborted) return false
        failures++
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
const OUTPUT_RESERVE = 20_000
const BUFFER = 13_000

/** What the last answer read and wrote: about what the next request holds. */
function countTokens(messages: readonly Message[]): number {
  const last = messages.findLast(message => isAssistantMessage(message) && isCounted(message.message.usage))
  if (!last || !isAssistantMessage(last)) return 0
  const { usage } = last.message
  return (
    usage.input_tokens +
    (usage.cache_creation_input_tokens ?? 0) +
    (usage.cache_read_input_tokens ?? 0) +
    usage.output_tokens
  )
}

function isCounted(usage: Usage | undefined): boolean {
  return (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0) > 0
}
