import { png } from '@antiphon/core/testing/contract-cases/rule-case'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectImage } from './image-header.ts'

function base64(...parts: readonly (string | readonly number[])[]): string {
  const buffers = parts.map(part =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
  )
  return Buffer.concat(buffers).toString('base64')
}

// 1×1 images as encoders write them.
const REAL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const REAL_GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

describe('inspectImage', () => {
  it('reads images that real encoders wrote', () => {
    expect(inspectImage(REAL_PNG)).toEqual({ mediaType: 'image/png', width: 1, height: 1 })
    expect(inspectImage(REAL_GIF)).toEqual({ mediaType: 'image/gif', width: 1, height: 1 })
  })

  it('reads a large PNG', () => {
    expect(inspectImage(png(70_000, 3))).toEqual({ mediaType: 'image/png', width: 70_000, height: 3 })
  })

  it('walks over the segments of a JPEG to its frame', () => {
    const exif = [0xff, 0xe1, 0xff, 0xff, ...new Array(65_533).fill(0xff)]
    const frame = [0xff, 0xc2, 0, 17, 8, 0x04, 0x38, 0x07, 0x80, 3]
    const data = base64([0xff, 0xd8], exif, [0xff, 0xff, 0xc4, 0, 4, 1, 1], frame)
    expect(inspectImage(data)).toEqual({ mediaType: 'image/jpeg', width: 1920, height: 1080 })
  })

  it('knows no size of a JPEG that is cut or has its scan before its frame', () => {
    const unknown = { mediaType: 'image/jpeg', width: null, height: null }
    expect(inspectImage(base64([0xff, 0xd8, 0xff, 0xe0, 0, 16]))).toEqual(unknown)
    expect(inspectImage(base64([0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 2, 3]))).toEqual(unknown)
    expect(inspectImage(base64([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0]))).toEqual(unknown)
  })

  it('reads the three kinds of WebP', () => {
    const size = { mediaType: 'image/webp', width: 300, height: 200 }
    const riff = ['RIFF', [0, 0, 0, 0], 'WEBP'] as const
    const lossy = base64(...riff, 'VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x2c, 0x41, 200, 0])
    expect(inspectImage(lossy)).toEqual(size)
    const bits = 299 + 199 * 0x4000
    const lossless = [0x2f, bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, (bits >> 24) & 255]
    expect(inspectImage(base64(...riff, 'VP8L', [0, 0, 0, 0], lossless))).toEqual(size)
    const extended = base64(...riff, 'VP8X', [0, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0])
    expect(inspectImage(extended)).toEqual(size)
  })

  it('knows nothing of other bytes', () => {
    expect(inspectImage('aGVsbG8gd29ybGQh')).toEqual({ mediaType: null, width: null, height: null })
  })

  it('never throws on any text', () => {
    const start = fc.constantFrom('', '/9j/', 'iVBORw0KGgo', 'R0lGODlh', 'UklGRgAAAABXRUJQVlA4')
    fc.assert(
      fc.property(start, fc.string(), fc.base64String(), (magic, text, encoded) => {
        for (const rest of [text, encoded]) {
          const { width } = inspectImage(magic + rest)
          expect(width === null || width > 0).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
