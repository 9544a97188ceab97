import {
  type ApiMessage,
  type ApiRequest,
  type ApiTarget,
  checkApiContract,
  isObject,
  type Violation,
} from '@antiphon/contract'
import type { TranscriptEntry } from '../log/transcript-entry.ts'

/** What the API would refuse of a history that is sent as it is stored, by a program without repairs. */
export function checkStored(
  messages: readonly TranscriptEntry[],
  request: ApiRequest,
  target: ApiTarget,
): readonly Violation[] {
  return checkApiContract({ ...request, messages: messages.flatMap(toRawMessage) }, target)
}

function toRawMessage(message: TranscriptEntry): readonly ApiMessage[] {
  if (message.type !== 'user' && message.type !== 'assistant') return []
  const inner: unknown = message.message
  if (!isObject(inner)) return []
  // Whatever stands in the file is judged as it is: that is what this request is for.
  return [{ role: inner.role, content: inner.content } as ApiMessage]
}
