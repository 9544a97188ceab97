import { isObject } from '@antiphon/contract'
import { optional, withoutFields } from '../said/fields.ts'
import { keepFields } from '../said/foreign.ts'
import { formOf, isAsTyped, readUrl, toDataUrl } from '../said/media.ts'
import type { MediaSource, SaidBlock, SaidFields, SaidMedia } from '../said/said.ts'
import type { ResponseInputPart } from './response-item.ts'

export const RESPONSES_FORMAT = 'openai-responses'

/** An image or document as a part of an item; null where there is none for its source. */
export function toInputMedia(block: SaidMedia): ResponseInputPart | null {
  const { form, source, rest } = block
  if (source.kind === 'text') return null
  if (form === 'image') {
    const image = { type: 'input_image', detail: 'auto' } as const
    if (source.kind === 'file') return { ...image, file_id: source.id }
    return { ...image, image_url: source.kind === 'base64' ? toDataUrl(source) : source.url }
  }
  if (!isAsTyped(block)) return null
  const filename = typeof rest.title === 'string' ? rest.title : undefined
  const file = { type: 'input_file', ...optional('filename', filename) } as const
  if (source.kind === 'file') return { ...file, file_id: source.id }
  return source.kind === 'url' ? { ...file, file_url: source.url } : { ...file, file_data: toDataUrl(source) }
}

/** The block that a part of an item stands for; null where there is none. */
export function readInputPart(part: unknown, at: number): SaidBlock | null {
  if (!isObject(part)) return null
  const { type, text } = part
  if (type === 'input_text' && typeof text === 'string')
    return { kind: 'text', at, text, rest: keepFields(part, ['type', 'text'], RESPONSES_FORMAT) }
  if (type === 'input_image') return readImage(part, at)
  return type === 'input_file' ? readFile(part, at) : null
}

function readImage(part: SaidFields, at: number): SaidBlock | null {
  const source = readSource({ url: part.image_url, id: part.file_id, data: undefined })
  if (source === null) return null
  const hasDetail = part.detail !== 'auto'
  const read = ['type', 'image_url', 'file_id', ...(hasDetail ? [] : ['detail'])]
  // What says no detail is given back so.
  const more = part.detail === undefined ? { hasNoDetail: true } : {}
  return { kind: 'media', at, form: 'image', source, rest: keepFields(part, read, RESPONSES_FORMAT, more) }
}

function readFile(part: SaidFields, at: number): SaidBlock | null {
  const source = readSource({ url: part.file_url, id: part.file_id, data: part.file_data })
  const { filename } = part
  if (source === null || (filename !== undefined && typeof filename !== 'string')) return null
  if (source.kind === 'base64' && formOf(source.mediaType) === 'image') return null
  const kept = withoutFields(part, ['type', 'file_url', 'file_id', 'file_data', 'filename'])
  const rest = { ...keepFields(kept, [], RESPONSES_FORMAT), ...optional('title', filename) }
  return { kind: 'media', at, form: 'document', source, rest }
}

type GivenSource = { readonly url: unknown; readonly id: unknown; readonly data: unknown }

function readSource({ url, id, data }: GivenSource): MediaSource | null {
  const given = [url, id, data].filter(value => value !== undefined)
  if (given.length !== 1 || typeof given[0] !== 'string') return null
  if (typeof id === 'string') return { kind: 'file', id }
  if (typeof url === 'string') return readUrl(url)
  const source = readUrl(String(data))
  return source.kind === 'base64' ? source : null
}
