import {
  base64ByteLength,
  type ContentBlock,
  inspectImage,
  isBase64,
  isObject,
  type JsonValue,
  resolveTarget,
} from '@antiphon/contract'
import { formatSize } from '@antiphon/core/ui'
import { orElse } from '../files/or-else.ts'
import type { ToolOutcome } from '../tool/agent-tool.ts'
import { boundServerText, toServerLine } from './clean-server-text.ts'
import { measureJson } from './keep-tools.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/** A server's answer to a call as the model reads it: bounded, with blocks of the kinds that a result may hold. */
export function toToolOutcome(result: Readonly<Record<string, unknown>>): ToolOutcome {
  const items = Array.isArray(result.content) ? result.content.filter(isObject) : []
  const structured = isObject(result.structuredContent) ? result.structuredContent : null
  const blocks = [...items.flatMap(toBlocks), ...structuredBlocks(structured, items)]
  const content = boundBlocks(blocks.length > 0 ? blocks : [text('The tool gave nothing back.')])
  // What came over the wire is JSON.
  const isKept = structured !== null && measureJson(structured) <= MCP_LIMITS.resultText
  const data = (isKept ? { content, structuredContent: structured } : content) as JsonValue
  const meta =
    isObject(result._meta) && measureJson(result._meta) <= MCP_LIMITS.resultText ? result._meta : null
  const mcpMeta = { ...(meta && { _meta: meta }), ...(isKept && { structuredContent: structured }) }
  return {
    content,
    data,
    ...(Object.keys(mcpMeta).length > 0 && { mcpMeta }),
    ...(result.isError === true && { isError: true }),
  }
}

type Item = Readonly<Record<string, unknown>>

function text(words: string): ContentBlock {
  return { type: 'text', text: words }
}

function toBlocks(item: Item): readonly ContentBlock[] {
  switch (item.type) {
    case 'text':
      return typeof item.text === 'string' && item.text.trim() !== '' ? [text(item.text)] : []
    case 'image':
      return [toImage(item.data, word(item.mimeType))]
    case 'audio':
      return [text(`[Audio (${word(item.mimeType)}, ${sizeOf(item.data)}) cannot be shown to a model.]`)]
    case 'resource':
      return isObject(item.resource) ? [toResource(item.resource)] : []
    case 'resource_link':
      return [text(describeLink(item))]
    default:
      return [text(toJson(item))]
  }
}

/** An image that the API would refuse would cost the whole conversation: it is told instead. */
function toImage(data: unknown, mimeType: string): ContentBlock {
  const { limits } = resolveTarget()
  if (typeof data !== 'string' || !isBase64(data))
    return text(`[An image (${mimeType}) came without readable data.]`)
  const { mediaType, width, height } = inspectImage(data)
  if (mediaType === null || width === null || height === null)
    return text(`[An image (${mimeType}, ${sizeOf(data)}) is damaged or of a kind that cannot be shown.]`)
  if (data.length > limits.imageBase64Bytes || Math.max(width, height) > limits.manyImageSide)
    return text(`[An image of ${width} × ${height} pixels (${sizeOf(data)}) is too large to be shown.]`)
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
}

function toResource({ uri, mimeType, text: words, blob }: Item): ContentBlock {
  if (typeof words === 'string') return text(`[Resource ${word(uri)}]\n${words}`)
  if (typeof mimeType === 'string' && mimeType.startsWith('image/')) return toImage(blob, mimeType)
  return text(
    `[Resource ${word(uri)} (${mimeType === undefined ? 'binary' : word(mimeType)}, ${sizeOf(blob)}) cannot be shown as text.]`,
  )
}

function describeLink({ uri, name, title, description, mimeType }: Item): string {
  const label = [title ?? name, mimeType].filter(part => typeof part === 'string').join(', ')
  const more = typeof description === 'string' ? `: ${description}` : ''
  return `[Resource link ${word(uri)}${label && ` (${label})`}${more}]`
}

/** Servers are asked to say it as text as well; where they did, once is enough. */
function structuredBlocks(structured: Item | null, items: readonly Item[]): readonly ContentBlock[] {
  if (structured === null) return []
  const json = toJson(structured)
  return items.some(item => isSameText(item.text, json)) ? [] : [text(json)]
}

function isSameText(words: unknown, json: string): boolean {
  return typeof words === 'string' && orElse(() => JSON.stringify(JSON.parse(words)) === json, false)
}

function boundBlocks(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const kept: ContentBlock[] = []
  let [textLeft, imagesLeft, left]: [number, number, number] = [
    MCP_LIMITS.resultText,
    MCP_LIMITS.resultImages,
    0,
  ]
  for (const block of blocks) {
    if (block.type === 'image' && imagesLeft > 0) {
      imagesLeft -= 1
      kept.push(block)
    } else if (block.type === 'text' && textLeft > 0) {
      kept.push({ ...block, text: boundServerText(block.text, textLeft) })
      textLeft -= block.text.length
    } else left += 1
  }
  return left === 0 ? kept : [...kept, text(`[${left} more parts of the result are not shown.]`)]
}

/** A field that should be a word. */
function word(value: unknown): string {
  return typeof value === 'string' ? toServerLine(value) : 'unknown'
}

function toJson(value: unknown): string {
  return orElse(() => JSON.stringify(value), '[A part of the result is nested too deeply to be shown.]')
}

function sizeOf(data: unknown): string {
  return typeof data === 'string' ? formatSize(base64ByteLength(data)) : 'no data'
}
