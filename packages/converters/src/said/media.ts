import type { MediaSource, SaidMedia } from './said.ts'

/** A base64 source as the URL by which the other libraries know it. */
export function toDataUrl({ mediaType, data }: Extract<MediaSource, { kind: 'base64' }>): string {
  return `data:${mediaType};base64,${data}`
}

/** The source that a URL stands for: the bytes in it, or the place where they are. */
export function readUrl(url: string): MediaSource {
  const [, mediaType, data] = DATA_URL.exec(url) ?? []
  return mediaType === undefined || data === undefined
    ? { kind: 'url', url }
    : { kind: 'base64', mediaType, data }
}

/** Whether a source of this media type is an image to the API, or a document. */
export function formOf(mediaType: string): 'image' | 'document' {
  return mediaType.startsWith('image/') ? 'image' : 'document'
}

/** False for an image that is of no image's type, or a document of one: who knows only the type would take it for the other. */
export function isAsTyped({ form, source }: SaidMedia): boolean {
  return source.kind !== 'base64' || formOf(source.mediaType) === form
}

/** The type of an image of which nothing more is known. */
export const ANY_IMAGE = 'image/*'

/** What the API takes a document behind an address for. */
export const URL_DOCUMENT_TYPE = 'application/pdf'

const DATA_URL = /^data:([^,;]+);base64,(.*)$/s
