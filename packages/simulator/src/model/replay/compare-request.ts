import { type ApiMessage, type ApiRequest, toContentBlocks } from '@antiphon/contract'
import { type Conversation, createApiView } from '@antiphon/core'
import { toApiMessage } from '@antiphon/core/api'
import { sliceFromLastCompactBoundary } from '@antiphon/core/log'
import { describeDifference } from '../../cache/describe-difference.ts'
import { canonicalJson } from '../../canonical-json.ts'
import type { RecordedAnswer } from './read-recording.ts'

/** Where a request is not what today's code makes of the recorded history. */
export type ReplayDifference = {
  /** Which answer was asked for, from 0. */
  readonly answer: number
  readonly path: string
  /** What the recording has there, and what was sent. */
  readonly recorded: string
  readonly sent: string
}

export type CompareRequestOptions = {
  readonly request: ApiRequest
  readonly conversation: Conversation
  readonly answer: RecordedAnswer
  readonly number: number
}

/** The first block in which a request differs from the recorded history before an answer; null where there is none. */
export function compareRequest(options: CompareRequestOptions): ReplayDifference | null {
  const recorded = flatten(expectedMessages(options))
  const sent = flatten(options.request.messages)
  for (let index = 0; index < Math.max(recorded.length, sent.length); index++) {
    const [before, after] = [recorded[index], sent[index]]
    if (before?.text === after?.text) continue
    const difference = describeDifference(before?.text ?? '', after?.text ?? '')
    return {
      answer: options.number,
      path: (after ?? before)?.path ?? '',
      recorded: difference.before,
      sent: difference.after,
    }
  }
  return null
}

function expectedMessages({ conversation, answer, request }: CompareRequestOptions): readonly ApiMessage[] {
  const view = createApiView([], { model: request.model })
  for (const message of sliceFromLastCompactBoundary(conversation.messages.slice(0, answer.messagesBefore)))
    view.append(message)
  return view.messages().map(toApiMessage)
}

function flatten(
  messages: readonly ApiMessage[],
): readonly { readonly path: string; readonly text: string }[] {
  return messages.flatMap(({ role, content }, index) =>
    toContentBlocks(content).map((block, part) => ({
      path: `messages.${index}.content.${part}`,
      text: `${role} ${canonicalJson(block)}`,
    })),
  )
}
