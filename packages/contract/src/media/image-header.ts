import { base64Byte, base64Latin1 } from './base64.ts'

export type ImageHeader = {
  readonly mediaType: string | null
  readonly width: number | null
  readonly height: number | null
}

/** Format and size of a base64 image by its first bytes; null where they do not tell. Reads only the header. */
export function inspectImage(base64: string): ImageHeader {
  const magic = base64Latin1(base64, 0, 12)
  if (magic.startsWith('\x89PNG\r\n\x1a\n')) return header('image/png', pngSize(base64))
  if (magic.startsWith('\xff\xd8\xff')) return header('image/jpeg', jpegSize(base64))
  if (magic.startsWith('GIF87a') || magic.startsWith('GIF89a')) return header('image/gif', gifSize(base64))
  if (magic.startsWith('RIFF') && magic.endsWith('WEBP')) return header('image/webp', webpSize(base64))
  return { mediaType: null, width: null, height: null }
}

type Size = { readonly width: number; readonly height: number }

function header(mediaType: string, size: Size | null): ImageHeader {
  const known = size !== null && size.width > 0 && size.height > 0
  return { mediaType, width: known ? size.width : null, height: known ? size.height : null }
}

function pngSize(base64: string): Size | null {
  if (base64Latin1(base64, 12, 16) !== 'IHDR') return null
  return { width: bigEndian(base64, 16, 4), height: bigEndian(base64, 20, 4) }
}

function gifSize(base64: string): Size {
  return { width: littleEndian(base64, 6, 2), height: littleEndian(base64, 8, 2) }
}

// Each segment says where the next one starts, so that only the markers are decoded, not what lies between.
function jpegSize(base64: string): Size | null {
  let position = 2
  for (let segments = 0; segments < MAXIMUM_JPEG_SEGMENTS; segments++) {
    if (base64Byte(base64, position) !== 0xff) return null
    const marker = base64Byte(base64, position + 1)
    if (marker === -1 || marker === END_OF_IMAGE || marker === START_OF_SCAN) return null
    if (marker === 0xff) position += 1
    else if (marker === 1 || (marker >= 0xd0 && marker <= 0xd7)) position += 2
    else if (isStartOfFrame(marker)) {
      return { width: bigEndian(base64, position + 7, 2), height: bigEndian(base64, position + 5, 2) }
    } else position += 2 + Math.max(2, bigEndian(base64, position + 2, 2))
  }
  return null
}

const MAXIMUM_JPEG_SEGMENTS = 10_000
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda

function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function webpSize(base64: string): Size | null {
  switch (base64Latin1(base64, 12, 16)) {
    case 'VP8X':
      return { width: littleEndian(base64, 24, 3) + 1, height: littleEndian(base64, 27, 3) + 1 }
    case 'VP8L': {
      const bits = littleEndian(base64, 21, 4)
      return { width: (bits & 0x3fff) + 1, height: (Math.floor(bits / 0x4000) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: littleEndian(base64, 26, 2) & 0x3fff, height: littleEndian(base64, 28, 2) & 0x3fff }
    default:
      return null
  }
}

// A missing byte makes the number NaN, and NaN is not above zero: the size then counts as unknown.
function bigEndian(base64: string, start: number, length: number): number {
  let value = 0
  for (let index = 0; index < length; index++) value = value * 256 + byteOrNaN(base64, start + index)
  return value
}

function littleEndian(base64: string, start: number, length: number): number {
  let value = 0
  for (let index = length - 1; index >= 0; index--) value = value * 256 + byteOrNaN(base64, start + index)
  return value
}

function byteOrNaN(base64: string, index: number): number {
  const byte = base64Byte(base64, index)
  return byte === -1 ? Number.NaN : byte
}
