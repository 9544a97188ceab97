import type { ContentBlock } from '@antiphon/contract'
import type { ModelStreamEvent } from '@antiphon/core'
import type { AnswerMessage } from './answer-message.ts'

/** The events in which the API streams a message, in the order of its contract. */
export function* toStreamEvents(
  message: AnswerMessage,
  options: { readonly isCutInCall?: boolean } = {},
): Generator<ModelStreamEvent, void, undefined> {
  const { stop_reason, stop_sequence, stop_details, content, usage, ...start } = message
  // What the answer costs is only known at its end.
  const firstUsage = { ...usage, output_tokens: Math.min(1, usage.output_tokens) }
  yield {
    type: 'message_start',
    message: { ...start, content: [], stop_reason: null, stop_sequence: null, usage: firstUsage },
  } as ModelStreamEvent
  for (const [index, block] of content.entries()) {
    yield { type: 'content_block_start', index, content_block: toOpenBlock(block) }
    if (index === 0) yield { type: 'ping' }
    const isCut = options.isCutInCall === true && index === content.length - 1
    for (const delta of toDeltas(block, isCut))
      yield { type: 'content_block_delta', index, delta } as ModelStreamEvent
    yield { type: 'content_block_stop', index }
  }
  yield {
    type: 'message_delta',
    delta: { stop_reason, stop_sequence, ...(stop_details && { stop_details }) },
    usage: {
      input_tokens: usage.input_tokens,
      cache_creation_input_tokens: usage.cache_creation_input_tokens ?? 0,
      cache_read_input_tokens: usage.cache_read_input_tokens ?? 0,
      output_tokens: usage.output_tokens,
      ...(usage.output_tokens_details && { output_tokens_details: usage.output_tokens_details }),
    },
  }
  yield { type: 'message_stop' }
}

/** A block as it is opened: what comes in deltas is empty, everything else is whole. */
function toOpenBlock(block: ContentBlock): ContentBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: '' }
    case 'thinking':
      return { ...block, thinking: '', signature: '' }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return { ...block, input: {} } as ContentBlock
    default:
      return block
  }
}

function* toDeltas(
  block: ContentBlock,
  isCut: boolean,
): Generator<Readonly<Record<string, unknown>>, void, undefined> {
  switch (block.type) {
    case 'text':
      for (const text of cut(block.text)) yield { type: 'text_delta', text }
      return
    case 'thinking':
      for (const thinking of cut(block.thinking)) yield { type: 'thinking_delta', thinking }
      yield { type: 'signature_delta', signature: block.signature }
      return
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      yield { type: 'input_json_delta', partial_json: '' }
      for (const partial_json of cut(toInputJson(block.input, isCut)))
        yield { type: 'input_json_delta', partial_json }
      return
    default:
      return
  }
}

/** Cut where the tokens ran out: the client must not run what it got. */
function toInputJson(input: unknown, isCut: boolean): string {
  const text = JSON.stringify(input) ?? '{}'
  return isCut ? text.slice(0, Math.ceil(text.length / 2)) : text
}

const DELTA_UNITS = 24

/** Pieces of a text, never through a surrogate pair. */
function* cut(text: string): Generator<string, void, undefined> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + DELTA_UNITS)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end++
    yield text.slice(start, end)
    start = end
  }
}
