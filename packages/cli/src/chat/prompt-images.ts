import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AttachedImage } from '@antiphon/core/chat'

/** The path of a picture that was pasted or dropped into the terminal; null for any other text. */
export function findPastedImage(text: string): string | null {
  const word = text
    .trim()
    .replace(/^(['"])(.*)\1$/, '$2')
    .replaceAll('\\ ', ' ')
  const path = word.startsWith('file://') ? toPath(word) : word
  if (!isAbsolute(path) || path.includes('\n') || toMediaType(path) === undefined) return null
  try {
    const { size } = statSync(path)
    return size > 0 && size <= MAX_BYTES ? path : null
  } catch {
    return null
  }
}

/** The pictures that could be read. */
export async function readImages(paths: readonly string[]): Promise<readonly AttachedImage[]> {
  const images: AttachedImage[] = []
  for (const path of paths) {
    const data = await readFile(path).catch(() => null)
    const mediaType = toMediaType(path)
    if (data && mediaType) images.push({ name: basename(path), mediaType, data: data.toString('base64') })
  }
  return images
}

const MAX_BYTES = 10 * 1024 * 1024

function toMediaType(path: string): AttachedImage['mediaType'] | undefined {
  const [, end = ''] = /\.(png|jpe?g|gif|webp)$/i.exec(path) ?? []
  if (end === '') return undefined
  const type = end.toLowerCase().replace('jpg', 'jpeg')
  return `image/${type}` as AttachedImage['mediaType']
}

function toPath(url: string): string {
  try {
    return fileURLToPath(url)
  } catch {
    return ''
  }
}
