import { type ApiRequest, type ContentBlock, isObject } from '@antiphon/contract'
import type { Conversation } from '@antiphon/core'
import type { Answer, SimulatedModel } from '../simulated-model.ts'
import { compareRequest, type ReplayDifference } from './compare-request.ts'
import { type RecordedAnswer, readRecording } from './read-recording.ts'

/** A recorded session as the model that said it. */
export type ReplayModel = SimulatedModel & {
  /** Where requests differed from the recording, in the order in which they came. */
  readonly differences: () => readonly ReplayDifference[]
  /** Answers given so far, and in the whole recording. */
  readonly progress: () => { readonly given: number; readonly all: number }
}

/** Answers each request with what the model said there: behind the last answer that the request holds, or the next in order. */
export function createReplayModel(conversation: Conversation): ReplayModel {
  const answers = readRecording(conversation)
  const places = indexAnswers(answers)
  const differences: ReplayDifference[] = []
  const given = new Set<number>()
  let next = 0
  return {
    name: 'replay',
    differences: () => differences,
    progress: () => ({ given: given.size, all: answers.length }),
    answer(request) {
      const last = findLastAnswer({ request, places, next })
      const { index, difference } = choosePlace(request, last === null ? next : last + 1)
      const answer = answers[index]
      if (!answer) return { blocks: [{ type: 'text', text: '(the recording ends here)' }] }
      if (difference && differences.length < MAX_DIFFERENCES) differences.push(difference)
      given.add(index)
      next = index + 1
      return toAnswer(answer)
    },
  }

  /** An answer that was cut off leaves nothing in the next request: then the request fits one of the places behind it. */
  function choosePlace(
    request: ApiRequest,
    first: number,
  ): { readonly index: number; readonly difference: ReplayDifference | null } {
    const compare = (number: number): ReplayDifference | null => {
      const answer = answers[number]
      return answer ? compareRequest({ request, conversation, answer, number }) : null
    }
    const difference = compare(first)
    const better = difference
      ? [first + 1, first + 2].find(index => index < answers.length && !compare(index))
      : undefined
    return better === undefined ? { index: first, difference } : { index: better, difference: null }
  }
}

const MAX_DIFFERENCES = 1000

function toAnswer({ content, stopReason, outputTokens }: RecordedAnswer): Answer {
  return {
    blocks: content,
    ...(stopReason !== null && { stopReason }),
    ...(outputTokens !== null && { outputTokens }),
  }
}

/** Where each block was said; a text may have been said often. */
function indexAnswers(answers: readonly RecordedAnswer[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [index, { content }] of answers.entries())
    for (const block of content)
      for (const name of nameBlock(block)) {
        const known = places.get(name)
        if (known) known.push(index)
        else places.set(name, [index])
      }
  return places
}

/** The recorded answer that the request holds last; of several with the same words the one before the next in order. */
function findLastAnswer(search: {
  readonly request: ApiRequest
  readonly places: ReadonlyMap<string, readonly number[]>
  readonly next: number
}): number | null {
  for (const message of search.request.messages.toReversed()) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue
    for (const block of message.content.toReversed())
      for (const name of nameBlock(block)) {
        const known = search.places.get(name)
        if (known) return known.findLast(place => place < search.next) ?? known[0] ?? null
      }
  }
  return null
}

/** Calls are told apart by their ids, texts by what they say. */
function nameBlock(block: ContentBlock): readonly string[] {
  if (!isObject(block)) return []
  if (block.type === 'tool_use' && typeof block.id === 'string') return [`call ${block.id}`]
  return block.type === 'text' && typeof block.text === 'string' ? [`text ${block.text}`] : []
}
