import { isContentBlock, isObject } from '@antiphon/contract'
import { withoutFields } from './fields.ts'
import type { MediaSource, SaidBlock, SaidFields } from './said.ts'

/** A block of ours, read; one that lacks what its type needs is handed on whole. Null for what is no block. */
export function readBlock(value: unknown, at: number): SaidBlock | null {
  if (!isContentBlock(value)) return null
  return readKnownBlock(value, at) ?? { kind: 'other', at, rest: {}, block: value }
}

function readKnownBlock(block: SaidFields, at: number): SaidBlock | null {
  switch (block.type) {
    case 'text':
      if (typeof block.text !== 'string') return null
      return { kind: 'text', at, text: block.text, rest: withoutFields(block, ['type', 'text']) }
    case 'thinking':
      return readThinking(block, at)
    case 'redacted_thinking':
      if (typeof block.data !== 'string') return null
      return { kind: 'redacted', at, data: block.data, rest: withoutFields(block, ['type', 'data']) }
    case 'image':
    case 'document': {
      const source = readSource(block.source, block.type)
      if (source === null) return null
      return { kind: 'media', at, form: block.type, source, rest: withoutFields(block, ['type', 'source']) }
    }
    case 'tool_use':
      if (typeof block.id !== 'string' || typeof block.name !== 'string' || !('input' in block)) return null
      return {
        ...{ kind: 'call', at, id: block.id, name: block.name, input: block.input },
        rest: withoutFields(block, ['type', 'id', 'name', 'input']),
      }
    case 'tool_result':
      return readResult(block, at)
    default:
      return null
  }
}

function readThinking(block: SaidFields, at: number): SaidBlock | null {
  const { thinking, signature } = block
  if (typeof thinking !== 'string') return null
  if (signature !== undefined && typeof signature !== 'string') return null
  return {
    ...{ kind: 'thinking', at, text: thinking, signature },
    rest: withoutFields(block, ['type', 'thinking', 'signature']),
  }
}

function readResult(block: SaidFields, at: number): SaidBlock | null {
  const { tool_use_id: id, content = '', is_error: isError = false } = block
  if (typeof id !== 'string' || typeof isError !== 'boolean') return null
  const rest = withoutFields(block, ['type', 'tool_use_id', 'content', 'is_error'])
  if (typeof content === 'string') return { kind: 'result', at, id, content, isError, rest }
  if (!Array.isArray(content)) return null
  const blocks = content.map((inner, index) => readBlock(inner, index))
  // A result within a result is nobody's: the outer one is handed on whole, as is one that holds what is no block.
  if (blocks.some(inner => inner === null || inner.kind === 'result' || inner.kind === 'call')) return null
  return { kind: 'result', at, id, content: blocks.filter(inner => inner !== null), isError, rest }
}

function readSource(value: unknown, type: 'image' | 'document'): MediaSource | null {
  if (!isObject(value)) return null
  const { type: kind, media_type: mediaType, data, url, file_id: id } = value
  const has = (...fields: readonly string[]): boolean => Object.keys(value).length === fields.length + 1
  if (
    kind === 'base64' &&
    typeof mediaType === 'string' &&
    typeof data === 'string' &&
    has('media_type', 'data')
  )
    return mediaType === '' ? null : { kind, mediaType, data }
  if (kind === 'url' && typeof url === 'string' && has('url')) return { kind, url }
  if (kind === 'file' && typeof id === 'string' && has('file_id')) return { kind, id }
  const isText = kind === 'text' && type === 'document' && mediaType === 'text/plain'
  return isText && typeof data === 'string' && has('media_type', 'data') ? { kind, text: data } : null
}
