import { type ApiMessage, type ApiRequest, isObject } from '@antiphon/contract'
import type { TranscriptEntry } from '@antiphon/core'

/** The request that a program without repairs would send: each stored user and assistant message as it is. */
export function toRawRequest(messages: readonly TranscriptEntry[], request: ApiRequest): ApiRequest {
  return { ...request, messages: messages.flatMap(toRawMessage) }
}

function toRawMessage(message: TranscriptEntry): readonly ApiMessage[] {
  if (message.type !== 'user' && message.type !== 'assistant') return []
  const inner: unknown = message.message
  if (!isObject(inner)) return []
  // Whatever stands in the file is judged as it is: that is what this request is for.
  return [{ role: inner.role, content: inner.content } as ApiMessage]
}
