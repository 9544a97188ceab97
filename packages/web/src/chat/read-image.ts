import type { AttachedImage } from '@antiphon/server/protocol'

/** A picture that somebody pasted, dropped or chose; undefined for what cannot be sent as one. */
export async function readImage(file: File): Promise<AttachedImage | undefined> {
  const mediaType = MEDIA_TYPES.find(known => known === file.type)
  if (!mediaType) return undefined
  const small = file.size > MAX_BYTES ? await shrink(file) : file
  if (!small) return undefined
  return {
    name: file.name || 'image',
    mediaType: small === file ? mediaType : 'image/jpeg',
    data: toBase64(new Uint8Array(await small.arrayBuffer())),
  }
}

/** The files among what was pasted or dropped. */
export function listFiles(data: DataTransfer | null): readonly File[] {
  return [...(data?.files ?? [])]
}

/** The kinds of pictures that can be sent. */
export const MEDIA_TYPES: readonly AttachedImage['mediaType'][] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]

// The API takes five megabytes a picture, in base64.
const MAX_BYTES = 3_700_000
// It makes larger ones smaller itself.
const MAX_SIDE = 2000

async function shrink(file: File): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}

const CHUNK = 8192

/** The picture as an address that an element can show. */
export function toImageUrl({ mediaType, data }: AttachedImage): string {
  return `data:${mediaType};base64,${data}`
}
