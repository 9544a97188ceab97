import type { ContentBlock } from '@antiphon/contract'
import type { AssistantMessage } from '../message/assistant-message.ts'
import { readArray, readText } from '../message/read-field.ts'
import { finishBlock } from '../model-stream/open-block.ts'
import { buildPersonView } from '../ui/build-view.ts'
import type { PersonItem } from '../ui/person-item.ts'
import type { AnswerTail, TailBlock } from './chat-tail.ts'
import { findStored, type KnownEntry } from './find-stored.ts'
import { parsePartialJson } from './parse-partial-json.ts'

/** An item that stands in no log yet. */
export type TailItem = { readonly key: string; readonly item: PersonItem; readonly place: undefined }

/** What the agent is saying and the log does not have yet, in the form of what it has. */
export function computeTailItems(tail: AnswerTail, entries: readonly KnownEntry[]): readonly TailItem[] {
  const stored = findStored(
    tail.blocks.flatMap(({ uuid }) => uuid ?? []),
    entries,
  )
  const counts = countStored(tail, entries)
  const places = new Map<string, number>()
  return tail.blocks.flatMap(block => {
    if (block.uuid !== undefined) return stored.has(block.uuid) ? [] : toItems(block)
    const place = places.get(block.messageId) ?? 0
    places.set(block.messageId, place + 1)
    // The log may be heard before the agent says that it has given the block.
    return block.isClosed && place < (counts.get(block.messageId) ?? 0) ? [] : toItems(block)
  })
}

/** How many blocks of each answer of the tail the log has, beside those that the agent has given. */
function countStored(tail: AnswerTail, entries: readonly KnownEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  if (tail.blocks.every(({ uuid, isClosed }) => uuid !== undefined || !isClosed)) return counts
  const wanted = new Set(tail.blocks.map(({ messageId }) => messageId))
  const given = new Set(tail.blocks.map(({ uuid }) => uuid))
  for (const { entry } of entries.slice(-NEWEST)) {
    if (given.has(readText(entry, 'uuid'))) continue
    const message: unknown = 'message' in entry ? entry.message : undefined
    const id = readText(message, 'id')
    if (id !== undefined && wanted.has(id))
      counts.set(id, (counts.get(id) ?? 0) + readArray(message, 'content').length)
  }
  return counts
}

// An answer of more blocks is stored while it comes.
const NEWEST = 100

function toItems({ messageId, index, open }: TailBlock): readonly TailItem[] {
  const key = `tail ${messageId} ${index}`
  const message: AssistantMessage = {
    type: 'assistant',
    uuid: key,
    timestamp: '',
    message: {
      id: messageId,
      type: 'message',
      role: 'assistant',
      model: '',
      content: [readBlock(open)],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 0 },
    },
  }
  return buildPersonView([message]).map(item => ({ key, item, place: undefined }))
}

function readBlock(open: TailBlock['open']): ContentBlock {
  const whole = finishBlock(open)
  // Which field holds a call's input is the API's promise.
  return whole ?? ({ ...open.block, input: parsePartialJson(open.json) } as ContentBlock)
}
