import { assertNever, type ContentBlock } from '@antiphon/contract'
import { optional } from './fields.ts'
import type { MediaSource, SaidBlock } from './said.ts'

/** A block as the API has it. */
export function writeBlock(block: SaidBlock): ContentBlock {
  const { rest } = block
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: block.text, ...rest }
    case 'thinking':
      return { type: 'thinking', thinking: block.text, ...optional('signature', block.signature), ...rest }
    case 'redacted':
      return { type: 'redacted_thinking', data: block.data, ...rest }
    case 'media':
      return writeMedia(block.form, block.source, rest)
    case 'call':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input, ...rest }
    case 'result': {
      const content = typeof block.content === 'string' ? block.content : block.content.map(writeBlock)
      return {
        ...{ type: 'tool_result', tool_use_id: block.id, content },
        ...(block.isError && { is_error: true }),
        ...rest,
      }
    }
    case 'other':
      return block.block
    default:
      return assertNever(block)
  }
}

function writeMedia(form: 'image' | 'document', source: MediaSource, rest: object): ContentBlock {
  if (source.kind === 'text')
    return {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: source.text },
      ...rest,
    }
  return { type: form, source: writeSource(source), ...rest }
}

function writeSource(source: Exclude<MediaSource, { kind: 'text' }>) {
  switch (source.kind) {
    case 'base64':
      return { type: 'base64', media_type: source.mediaType, data: source.data } as const
    case 'url':
      return { type: 'url', url: source.url } as const
    case 'file':
      return { type: 'file', file_id: source.id } as const
    default:
      return assertNever(source)
  }
}
