import type { ContentBlock } from '@antiphon/contract'
import { type AssistantMessage, buildPersonView } from '@antiphon/core'
import { finishBlock } from '@antiphon/core/model-stream'
import type { PlacedEntry } from '@antiphon/server/protocol'
import type { StoryItem } from '../story/compute-story.ts'
import { readList, readText } from '../story/first-block.ts'
import type { Tail, TailBlock } from './chat-tail.ts'
import { parsePartialJson } from './parse-partial-json.ts'

/** What the agent is saying and the log does not have yet, in the form of what it has. */
export function computeTailItems(tail: Tail, entries: readonly PlacedEntry[]): readonly StoryItem[] {
  const waiting = dropStoredBlocks(tail, entries)
  const keys = new Map(waiting.map(block => [`${block.messageId} ${block.index}`, block]))
  return Array.from(keys, ([name, block]) => toItems(name, block)).flat()
}

/** The log has an answer's blocks in their order, so that a count tells which ones. */
function dropStoredBlocks({ blocks }: Tail, entries: readonly PlacedEntry[]): readonly TailBlock[] {
  if (blocks.length === 0) return blocks
  const stored = new Map<string, number>()
  for (const { entry } of entries.slice(-RECENT)) {
    const message = entry.type === 'assistant' && 'message' in entry ? entry.message : undefined
    const id = readText(message, 'id')
    if (id !== undefined) stored.set(id, (stored.get(id) ?? 0) + readList(message, 'content').length)
  }
  return blocks.filter(({ messageId }) => {
    const left = stored.get(messageId) ?? 0
    stored.set(messageId, left - 1)
    return left <= 0
  })
}

// An answer that is being written stands near the end.
const RECENT = 400

function toItems(name: string, { messageId, open }: TailBlock): readonly StoryItem[] {
  const message: AssistantMessage = {
    type: 'assistant',
    uuid: `tail ${name}`,
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
  return buildPersonView([message]).map(item => ({ key: `tail ${name}`, item, place: undefined }))
}

function readBlock(open: TailBlock['open']): ContentBlock {
  const whole = finishBlock(open)
  // Which field holds a call's input is the API's promise.
  return whole ?? ({ ...open.block, input: parsePartialJson(open.json) } as ContentBlock)
}
