import {
  base64ByteLength,
  type ContentBlock,
  formatSize,
  inspectImage,
  isBase64,
  isObject,
  type JsonValue,
  resolveTarget,
} from '@antiphon/core'
import { cutText } from '../hooks/cut-text.ts'
import type { ToolOutcome } from '../tool/agent-tool.ts'

/** A server's answer to a call as the model reads it: bounded, with blocks of the kinds that a result may hold. */
export function toToolOutcome(result: Readonly<Record<string, unknown>>): ToolOutcome {
  const items = Array.isArray(result.content) ? result.content.filter(isObject) : []
  const structured = isObject(result.structuredContent) ? result.structuredContent : null
  const blocks = [...items.flatMap(toBlocks), ...structuredBlocks(structured, items)]
  const content = boundBlocks(blocks.length > 0 ? blocks : [text('The tool gave nothing back.')])
  // What came over the wire is JSON.
  const data = (structured ? { content, structuredContent: structured } : content) as JsonValue
  return { content, data, ...(result.isError === true && { isError: true }) }
}

const MAX_TEXT = 100_000
const MAX_IMAGES = 20

type Item = Readonly<Record<string, unknown>>

function text(words: string): ContentBlock {
  return { type: 'text', text: words }
}

function toBlocks(item: Item): readonly ContentBlock[] {
  switch (item.type) {
    case 'text':
      return typeof item.text === 'string' && item.text.trim() !== '' ? [text(item.text)] : []
    case 'image':
      return [toImage(item.data, `${item.mimeType}`)]
    case 'audio':
      return [text(`[Audio (${item.mimeType}, ${sizeOf(item.data)}) cannot be shown to a model.]`)]
    case 'resource':
      return isObject(item.resource) ? [toResource(item.resource)] : []
    case 'resource_link':
      return [text(describeLink(item))]
    default:
      return [text(JSON.stringify(item))]
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
  if (typeof words === 'string') return text(`[Resource ${uri}]\n${words}`)
  if (typeof mimeType === 'string' && mimeType.startsWith('image/')) return toImage(blob, mimeType)
  return text(`[Resource ${uri} (${mimeType ?? 'binary'}, ${sizeOf(blob)}) cannot be shown as text.]`)
}

function describeLink({ uri, name, title, description, mimeType }: Item): string {
  const label = [title ?? name, mimeType].filter(part => typeof part === 'string').join(', ')
  const more = typeof description === 'string' ? `: ${description}` : ''
  return `[Resource link ${uri}${label && ` (${label})`}${more}]`
}

/** Servers are asked to say it as text as well; where they did, once is enough. */
function structuredBlocks(structured: Item | null, items: readonly Item[]): readonly ContentBlock[] {
  if (structured === null) return []
  const json = JSON.stringify(structured)
  return items.some(item => isSameText(item.text, json)) ? [] : [text(json)]
}

function isSameText(words: unknown, json: string): boolean {
  if (typeof words !== 'string') return false
  try {
    return JSON.stringify(JSON.parse(words)) === json
  } catch {
    return false
  }
}

function boundBlocks(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const kept: ContentBlock[] = []
  let [textLeft, imagesLeft, left] = [MAX_TEXT, MAX_IMAGES, 0]
  for (const block of blocks) {
    if (block.type === 'image' && imagesLeft > 0) {
      imagesLeft -= 1
      kept.push(block)
    } else if (block.type === 'text' && textLeft > 0) {
      kept.push({ ...block, text: cutText(block.text, textLeft) })
      textLeft -= block.text.length
    } else left += 1
  }
  return left === 0 ? kept : [...kept, text(`[${left} more parts of the result are not shown.]`)]
}

function sizeOf(data: unknown): string {
  return typeof data === 'string' ? formatSize(base64ByteLength(data)) : 'no data'
}
