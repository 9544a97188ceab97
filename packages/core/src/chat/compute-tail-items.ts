import type { ContentBlock } from '@antiphon/contract'
import type { AssistantMessage } from '../message/assistant-message.ts'
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
  return tail.blocks.flatMap(block =>
    block.uuid !== undefined && stored.has(block.uuid) ? [] : toItems(block),
  )
}

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
