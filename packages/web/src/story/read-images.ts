import { isObject } from '@antiphon/contract'
import { readList, readText } from './first-block.ts'

/** A picture in a session. */
export type SessionImage =
  | { readonly kind: 'data'; readonly type: string; readonly data: string }
  /** Its data was left out of the page. */
  | { readonly kind: 'elsewhere'; readonly type: string }
  | { readonly kind: 'refused'; readonly type: string }
  | { readonly kind: 'remote'; readonly address: string }

/** The pictures of blocks and of the results in them, judged: only kinds that hold nothing but pixels are shown. */
export function readImages(blocks: readonly unknown[]): SessionImage[] {
  return blocks.flatMap(block => {
    if (!isObject(block)) return []
    if (block.type === 'image') return [judge(block.source)]
    return block.type === 'tool_result' ? readImages(readList(block, 'content').filter(isImage)) : []
  })
}

/** The picture as an address that holds all of it; undefined where the text is no base64. */
export function toImageAddress(image: SessionImage): string | undefined {
  if (image.kind !== 'data' || !/^[a-z0-9+/\s]+=*\s*$/i.test(image.data)) return undefined
  return `data:${image.type};base64,${image.data}`
}

const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

function isImage(block: unknown): boolean {
  return isObject(block) && block.type === 'image'
}

function judge(source: unknown): SessionImage {
  const url = readText(source, 'url')
  if (url !== undefined) return { kind: 'remote', address: url }
  const type = (readText(source, 'media_type') ?? '').toLowerCase()
  if (!SHOWN.has(type)) return { kind: 'refused', type }
  const data = readText(source, 'data') ?? ''
  return data === '' ? { kind: 'elsewhere', type } : { kind: 'data', type, data }
}
