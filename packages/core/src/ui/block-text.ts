import { isObject, SERVER_TOOL_RESULT_TYPES } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'
import { formatSize } from './format-size.ts'
import { leafStrings } from './leaf-strings.ts'
import { readContentBlocks } from './message-content.ts'
import { oneLine } from './one-line.ts'

/** What a content block says, piece by piece, so that a preview need not join what it won't show; pictures and files become a note with type and size. */
export function blockTexts(block: unknown): readonly string[] {
  return textsOf(block, 0)
}

/** What a content block says as plain text. */
export function blockText(block: unknown): string {
  return blockTexts(block).join('\n')
}

// A result holds search results, which hold text; what nests deeper was not made by the API.
const DEEPEST = 3

function textsOf(block: unknown, depth: number): readonly string[] {
  if (!isObject(block)) return []
  switch (block.type) {
    case 'text':
      return strings(block.text)
    case 'thinking':
      return strings(block.thinking)
    case 'redacted_thinking':
      return ['[redacted thinking]']
    case 'image':
    case 'document':
      return [mediaNote(block.type, block)]
    case 'tool_reference':
      return [`[tool ${oneLine(readString(block, 'tool_name') ?? '')}]`]
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return strings(block.name).concat(leafStrings(block.input))
    case 'tool_result':
    case 'mcp_tool_result':
    case 'search_result':
      if (depth > DEEPEST) return [note(block.type)]
      return strings(block.title).concat(readContentBlocks(block).flatMap(inner => textsOf(inner, depth + 1)))
    default:
      return SERVER_RESULTS.has(block.type) ? leafStrings(block.content, STRUCTURE) : [note(block.type)]
  }
}

/** Names of the API's own types are no part of what it found. */
const STRUCTURE: ReadonlySet<string> = new Set(['type'])

const SERVER_RESULTS: ReadonlySet<unknown> = new Set(SERVER_TOOL_RESULT_TYPES)

function strings(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}

function note(type: unknown): string {
  return `[${oneLine(typeof type === 'string' ? type : 'unknown', 60)}]`
}

function mediaNote(label: string, { source }: Record<string, unknown>): string {
  const type = readString(source, 'media_type') ?? readString(source, 'url', 'file_id')
  const data = readString(source, 'data')
  const isBase64 = readString(source, 'type') === 'base64'
  const size = data && formatSize(isBase64 ? Math.floor(data.length * 0.75) : data.length)
  return `[${[type ? `${label} ${oneLine(type, 60)}` : label, size].filter(Boolean).join(', ')}]`
}
