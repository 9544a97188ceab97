import type { JsonObject } from '@antiphon/contract'

/** A picture by its address: one whose bytes are in it as such, any other by its name. */
export function toImageBlock(url: string): JsonObject {
  const data = DATA.exec(url)
  if (!data) return { type: 'text', text: `[image ${url.slice(0, LONGEST_NAME)}]` }
  return toImageOf(data[1] ?? 'image/png', url.slice(data[0].length))
}

/** A picture by its bytes in base64. */
export function toImageOf(type: string, data: string): JsonObject {
  return { type: 'image', source: { type: 'base64', media_type: type, data } }
}

const DATA = /^data:([\w.+-]+\/[\w.+-]+);base64,/
const LONGEST_NAME = 200
