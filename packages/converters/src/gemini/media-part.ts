import { isObject } from '@antiphon/contract'
import { optional, withoutFields } from '../said/fields.ts'
import { withForeign } from '../said/foreign.ts'
import { formOf, isAsTyped, URL_DOCUMENT_TYPE } from '../said/media.ts'
import type { SaidFields, SaidMedia } from '../said/said.ts'
import type { GeminiBytes, GeminiFile } from './content.ts'

export type GeminiMedia = { inlineData: GeminiBytes } | { fileData: GeminiFile }

/** An image or document as Gemini takes it; null where it has none for its source. */
export function toGeminiMedia(media: SaidMedia): GeminiMedia | null {
  const { form, source } = media
  if (!isAsTyped(media)) return null
  if (source.kind === 'base64') return { inlineData: { mimeType: source.mediaType, data: source.data } }
  if (source.kind !== 'url') return null
  return { fileData: { fileUri: source.url, mimeType: guessType(form, source.url) } }
}

/** The image or document that a part holds; null for every other part. */
export function readGeminiMedia(part: SaidFields, at: number): SaidMedia | null {
  const { inlineData: bytes, fileData: file } = part
  const others = withoutFields(part, ['inlineData', 'fileData'])
  if (isObject(bytes) && file === undefined) {
    const { mimeType: mediaType, data, ...more } = bytes
    if (typeof mediaType !== 'string' || mediaType === '' || typeof data !== 'string') return null
    const rest = withForeign({}, 'gemini', { ...others, ...optional('inline', withContent(more)) })
    return { kind: 'media', at, form: formOf(mediaType), source: { kind: 'base64', mediaType, data }, rest }
  }
  if (!isObject(file) || typeof file.fileUri !== 'string') return null
  const { fileUri: url, ...more } = file
  const form = typeof file.mimeType === 'string' ? formOf(file.mimeType) : 'document'
  const isGuess = file.mimeType === guessType(form, url)
  const kept = isGuess ? withoutFields(more, ['mimeType']) : { mimeType: null, ...more }
  const rest = withForeign({}, 'gemini', { ...others, ...optional('file', withContent(kept)) })
  return { kind: 'media', at, form, source: { kind: 'url', url }, rest }
}

/** Such a part with what else was said of it where it came from. */
export function restoreGeminiMedia(media: GeminiMedia, theirs: SaidFields): SaidFields {
  const { inline, file, ...others } = theirs
  if ('inlineData' in media)
    return { ...others, inlineData: { ...media.inlineData, ...(isObject(inline) && inline) } }
  const { mimeType, ...data } = { ...media.fileData, ...(isObject(file) && file) }
  return { ...others, fileData: mimeType === null ? data : { ...data, mimeType } }
}

function withContent(value: SaidFields): SaidFields | undefined {
  return Object.keys(value).length > 0 ? value : undefined
}

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  ...{ png: 'image/png', gif: 'image/gif', webp: 'image/webp' },
}

/** Gemini wants to be told the type of what it fetches; ours do not say it. */
function guessType(form: 'image' | 'document', url: string): string {
  if (form === 'document') return URL_DOCUMENT_TYPE
  const ending = /\.(\w{3,4})(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(IMAGE_TYPES, ending) ? (IMAGE_TYPES[ending] ?? 'image/jpeg') : 'image/jpeg'
}
