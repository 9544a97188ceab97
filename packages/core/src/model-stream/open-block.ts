import type { ContentBlock } from '@antiphon/contract'
import { isObject } from '@antiphon/contract'

/** A block that is being written: what has come of it, and the JSON text of its input if it is a call. */
export type OpenBlock = { readonly block: ContentBlock; readonly json: string }

/** The block with one more piece; null for a delta that this version does not know. */
export function addDelta(open: OpenBlock, delta: unknown): OpenBlock | null {
  if (!isObject(delta)) return null
  switch (delta.type) {
    case 'text_delta':
      return append(open, 'text', delta.text)
    case 'thinking_delta':
      return append(open, 'thinking', delta.thinking)
    case 'input_json_delta':
      return typeof delta.partial_json === 'string' ? { ...open, json: open.json + delta.partial_json } : null
    case 'signature_delta':
      return set(open, 'signature', delta.signature)
    case 'citations_delta':
      return set(open, 'citations', [...readList(open.block, 'citations'), delta.citation])
    case 'compaction_delta':
      return set(open, 'content', delta.content)
    default:
      return null
  }
}

/** The whole block; null for a call whose input is no JSON object, as when the tokens ran out inside it. */
export function finishBlock({ block, json }: OpenBlock): ContentBlock | null {
  if (json.trim() === '') {
    if (!CALL_TYPES.has(block.type)) return block
    const input = readField(block, 'input')
    return withField(block, 'input', isObject(input) ? input : {})
  }
  const input = parseObject(json)
  return input && withField(block, 'input', input)
}

/** What may be stored of a block that nothing closed: text that has begun, never a call or a thought. */
export function isWorthKeeping({ block }: OpenBlock): boolean {
  return block.type === 'text' && typeof block.text === 'string' && block.text.trim() !== ''
}

const CALL_TYPES: ReadonlySet<string> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use'])

function append(open: OpenBlock, name: string, piece: unknown): OpenBlock | null {
  if (typeof piece !== 'string') return null
  const before = readField(open.block, name)
  return set(open, name, (typeof before === 'string' ? before : '') + piece)
}

function set(open: OpenBlock, name: string, value: unknown): OpenBlock {
  return { ...open, block: withField(open.block, name, value) }
}

// Which field a delta fills is the API's promise; the `type` of the block stays.
function withField(block: ContentBlock, name: string, value: unknown): ContentBlock {
  return { ...block, [name]: value } as ContentBlock
}

function readField(block: object, name: string): unknown {
  return isObject(block) ? block[name] : undefined
}

function readList(block: object, name: string): readonly unknown[] {
  const value = readField(block, name)
  return Array.isArray(value) ? value : []
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
