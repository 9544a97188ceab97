import { isObject } from '@antiphon/contract'
import { createApiView } from '../api/create-api-view.ts'
import { type BlockPlace, blockAt, findResult } from '../api/trace-result.ts'
import type { TranscriptEntry } from '../log/transcript-entry.ts'
import { chooseModel } from './compute-request.ts'
import type { ToolTrace, TracedRequest } from './tool-trace.ts'

/**
 * Every request since a result was there, and the next one: where it stands in each. `periods` are the contexts from
 * one compaction to the next; a request was sent before each answer. `ids` are the call's, and how the API is told it.
 */
export function followRequests(
  periods: readonly (readonly TranscriptEntry[])[],
  ids: readonly string[],
): Pick<ToolTrace, 'requests' | 'next'> {
  const requests: TracedRequest[] = []
  const answers = new Set<string>()
  let first: string | null = null
  let seen: Pick<TracedRequest, 'place' | 'state'> = { place: null, state: 'gone' }
  for (const messages of periods) {
    const view = createApiView([], { model: chooseModel(messages) })
    let isKnown = first !== null
    let place: BlockPlace | null = null
    const look = (): Pick<TracedRequest, 'place' | 'state'> => {
      if (!isKnown) return { place: null, state: 'gone' }
      const request = view.messages()
      place = ids.map(id => findResult(request, id, place)).find(found => found !== null) ?? null
      const block = place && JSON.stringify(blockAt(request, place))
      first ??= block
      return { place, state: block === null ? 'gone' : block === first ? 'whole' : 'changed' }
    }
    for (const message of messages) {
      const answer = answerOf(message)
      if (answer !== null && !answers.has(answer)) {
        answers.add(answer)
        const { uuid, timestamp } = message
        if (isKnown) requests.push({ number: answers.size, answer: uuid, at: timestamp ?? null, ...look() })
      }
      view.append(message)
      isKnown ||= mentions(message, ids)
    }
    seen = look()
  }
  return { requests, next: { number: answers.size + 1, ...seen } }
}

/** The answer that an entry is part of; null for what the API did not say. */
function answerOf(message: TranscriptEntry): string | null {
  if (message.type !== 'assistant' || message.isApiErrorMessage === true || message.isVirtual === true)
    return null
  const inner: unknown = message.message
  const id = isObject(inner) ? inner.id : undefined
  return typeof id === 'string' && id !== '' ? id : message.uuid
}

/** True for the call and for its result: from the call on, a request has something in its place. */
function mentions(message: TranscriptEntry, ids: readonly string[]): boolean {
  const inner: unknown = 'message' in message ? message.message : undefined
  const content = isObject(inner) ? inner.content : undefined
  if (!Array.isArray(content)) return false
  return content.some(block => isObject(block) && ids.some(id => block.tool_use_id === id || block.id === id))
}
