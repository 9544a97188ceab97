import { isObject } from '@antiphon/contract'
import { optional, withoutFields } from '../said/fields.ts'
import { ANY_IMAGE, formOf, readUrl, toDataUrl, URL_DOCUMENT_TYPE } from '../said/media.ts'
import type { MediaSource, SaidFields, SaidMedia } from '../said/said.ts'
import { readSlot, writeSlot } from './slot.ts'
import type { AiUiPart } from './ui-message.ts'

const FORMAT = 'ai-sdk'

/** An image or document as the SDK shows it; null for text, which it has no address for. */
export function toUiFile({ form, source, rest }: SaidMedia): AiUiPart | null {
  if (source.kind === 'text') return null
  const { title, ...others } = rest
  const hasName = typeof title === 'string'
  const own = source.kind === 'base64' && form !== formOf(source.mediaType) ? { form } : {}
  const { provider, theirs } = writeSlot(hasName ? others : rest, { format: FORMAT, own })
  const named = { ...(hasName && { filename: title }), ...optional('providerMetadata', provider) }
  const base = { ...theirs, type: 'file', ...named } as const
  if (source.kind === 'base64') return { ...base, mediaType: source.mediaType, url: toDataUrl(source) }
  const mediaType = form === 'image' ? ANY_IMAGE : URL_DOCUMENT_TYPE
  if (source.kind === 'url') return { ...base, mediaType, url: source.url }
  return { ...base, mediaType, url: '', providerReference: { anthropic: source.id } }
}

/** The image or document that such a part is; null where ours have none for it. */
export function readUiFile(part: SaidFields, at: number): SaidMedia | null {
  const { mediaType, url, providerReference: reference, filename: title } = part
  if (typeof mediaType !== 'string' || typeof url !== 'string') return null
  const source = readSource(url, reference)
  const isKnown = source?.kind === 'base64' ? source.mediaType === mediaType : KNOWN_TYPES.has(mediaType)
  if (source === null || !isKnown) return null
  const read = ['type', 'mediaType', 'url', 'filename', 'providerReference', 'providerMetadata']
  const { rest, own } = readSlot(part.providerMetadata, { format: FORMAT, theirs: withoutFields(part, read) })
  const form = own.form === 'image' || own.form === 'document' ? own.form : formOf(mediaType)
  return { kind: 'media', at, form, source, rest: { ...rest, ...optional('title', title) } }
}

const KNOWN_TYPES: ReadonlySet<string> = new Set([ANY_IMAGE, URL_DOCUMENT_TYPE])

function readSource(url: string, reference: unknown): MediaSource | null {
  if (reference === undefined)
    return url.startsWith('data:') && readUrl(url).kind === 'url' ? null : readUrl(url)
  const isOurs = isObject(reference) && Object.keys(reference).length === 1 && url === ''
  return isOurs && typeof reference.anthropic === 'string' ? { kind: 'file', id: reference.anthropic } : null
}
