import { isBase64, isObject } from '@antiphon/contract'

/** The pictures of a message, in the file itself; only kinds that hold nothing but pixels. */
export function formatImages(message: unknown): string {
  const inner: unknown = isObject(message) ? message.message : undefined
  const content: unknown = isObject(inner) ? inner.content : undefined
  const images = Array.isArray(content) ? content.flatMap(listImages) : []
  return images.length === 0 ? '' : `<div class="images">${images.join('')}</div>\n`
}

function listImages(block: unknown): readonly string[] {
  if (!isObject(block)) return []
  if (block.type === 'tool_result') return Array.isArray(block.content) ? block.content.flatMap(toImage) : []
  return toImage(block)
}

function toImage(block: unknown): readonly string[] {
  const source: unknown = isObject(block) && block.type === 'image' ? block.source : undefined
  if (!isObject(source)) return []
  const { media_type: type, data } = source
  if (typeof type !== 'string' || !SHOWN.has(type) || typeof data !== 'string' || !isBase64(data)) return []
  return [`<img alt="Image of the session" loading="lazy" src="data:${type};base64,${data}">`]
}

const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
