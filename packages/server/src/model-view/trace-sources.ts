import { isObject } from '@antiphon/contract'
import type { ApiViewMessage, Repair, TranscriptEntry } from '@antiphon/core'
import { readMessageId } from '@antiphon/core/log'

export type TraceOptions = {
  readonly messages: readonly TranscriptEntry[]
  readonly view: readonly ApiViewMessage[]
  readonly repairs: readonly Repair[]
}

/**
 * For each stored message the index of the request's message that it went into; none where it was not sent. Both sides
 * tell the same exchanges in the same order: an answer bears the uuid of its first entry, and what is said before the
 * next answer is in the turns between them.
 */
export function traceSources({ messages, view, repairs }: TraceOptions): readonly (number | undefined)[] {
  const byUuid = new Map(view.map(({ uuid }, index) => [uuid, index]))
  const groups = toGroups(view)
  const omitted = new Set(repairs.filter(({ action }) => action === 'omitted').map(({ index }) => index))
  const first = findFirst({ messages, view, repairs }, byUuid)
  let turns = groups.get(undefined) ?? []
  let answer: { readonly entry: TranscriptEntry; readonly index: number } | undefined
  return messages.map((message, position) => {
    if (position < first || omitted.has(position)) return undefined
    const own = byUuid.get(message.uuid)
    if (message.type !== 'assistant') return own ?? findTurn(message)
    if (own !== undefined) {
      turns = groups.get(own) ?? []
      answer = { entry: message, index: own }
      return own
    }
    if (!answer || !continues(message, answer.entry)) return undefined
    answer = { entry: message, index: answer.index }
    return answer.index
  })

  function findTurn(message: TranscriptEntry): number | undefined {
    const type = speaksAsSystem(message) ? 'system' : 'user'
    return turns.find(index => view[index]?.type === type) ?? turns[0]
  }
}

/** Where the request had to be cut to fit, what stands before it belongs to no message of it. */
function findFirst({ messages, repairs }: TraceOptions, byUuid: ReadonlyMap<string, number>): number {
  if (!repairs.some(({ rule, action }) => rule === 'ENV-01' && action === 'removed')) return 0
  return messages.findIndex(message => message.type === 'assistant' && byUuid.has(message.uuid))
}

/** By the index of each answer the turns behind it; those before the first answer under undefined. */
function toGroups(view: readonly ApiViewMessage[]): ReadonlyMap<number | undefined, readonly number[]> {
  const groups = new Map<number | undefined, number[]>()
  let turns: number[] = []
  groups.set(undefined, turns)
  for (const [index, { type }] of view.entries()) {
    if (type === 'assistant') {
      turns = []
      groups.set(index, turns)
    } else turns.push(index)
  }
  return groups
}

/** Entries of one answer share its id; one that the API paused goes on under another. */
function continues(later: TranscriptEntry, earlier: TranscriptEntry): boolean {
  if (readMessageId(later) === readMessageId(earlier)) return true
  const inner: unknown = earlier.type === 'assistant' ? earlier.message : undefined
  return isObject(inner) && inner.stop_reason === 'pause_turn'
}

function speaksAsSystem(message: TranscriptEntry): boolean {
  return message.type === 'system' && 'message' in message
}
