import type { ContentBlock } from '@antiphon/contract'
import {
  type Conversation,
  isAssistantMessage,
  isSyntheticApiErrorMessage,
  SYNTHETIC_MODEL,
  type TranscriptEntry,
} from '@antiphon/core'

/** One answer of a recorded session. */
export type RecordedAnswer = {
  readonly content: readonly ContentBlock[]
  readonly stopReason: string | null
  readonly outputTokens: number | null
  /** How many messages of the conversation came before it: what the model had read. */
  readonly messagesBefore: number
}

/** The answers of a session in their order; an answer may be several entries with one `message.id`. */
export function readRecording({ messages }: Pick<Conversation, 'messages'>): readonly RecordedAnswer[] {
  const answers: RecordedAnswer[] = []
  const open = new Map<string, number>()
  for (const [index, entry] of messages.entries()) {
    if (!isAssistantMessage(entry) || isMade(entry)) continue
    const id = String(entry.message?.id ?? entry.uuid)
    const at = open.get(id)
    const earlier = at === undefined ? undefined : answers[at]
    if (at !== undefined && earlier) answers[at] = extend(earlier, entry)
    else {
      open.set(id, answers.length)
      answers.push(
        extend({ content: [], stopReason: null, outputTokens: null, messagesBefore: index }, entry),
      )
    }
  }
  return answers.filter(({ content }) => content.length > 0)
}

/** No model said it: a program wrote it into the log. */
function isMade(entry: TranscriptEntry): boolean {
  return (
    isAssistantMessage(entry) &&
    (entry.message?.model === SYNTHETIC_MODEL || isSyntheticApiErrorMessage(entry))
  )
}

function extend(answer: RecordedAnswer, entry: TranscriptEntry): RecordedAnswer {
  if (!isAssistantMessage(entry)) return answer
  const content: unknown = entry.message?.content
  return {
    ...answer,
    content: [...answer.content, ...(Array.isArray(content) ? (content as readonly ContentBlock[]) : [])],
    stopReason: entry.message?.stop_reason ?? answer.stopReason,
    outputTokens: entry.message?.usage?.output_tokens ?? answer.outputTokens,
  }
}
