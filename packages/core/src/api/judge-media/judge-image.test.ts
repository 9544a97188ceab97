import { type ApiTargetOptions, resolveTarget } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { image, png } from '../../testing/history-builder.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { createLedger, type Ledger } from '../ledger.ts'
import { judgeImage } from './judge-image.ts'

function judge(block: unknown, options: ApiTargetOptions = {}, ledger: Ledger = createLedger()) {
  const context = {
    target: resolveTarget(options),
    tools: [],
    toolSearch: true,
    pastIsBroken: false,
    ledger,
    repair: () => undefined,
  }
  return judgeImage(block as never, context)
}

const URL_IMAGE = { type: 'image', source: { type: 'url', url: 'https://a' } }
const urlImage = (url: string) => ({ type: 'image', source: { type: 'url', url } })
const FILE_IMAGE = { type: 'image', source: { type: 'file', file_id: 'f' } }

describe('judgeImage', () => {
  it.each([
    ['a PNG', image(PIXEL), {}],
    ['an image behind a URL', URL_IMAGE, {}],
    ['an uploaded file under its beta', FILE_IMAGE, { betas: ['files-api-2025-04-14'] }],
    ['the largest side', image(png(8000, 1)), {}],
  ])('takes %s', (_, block, options) => {
    expect(judge(block, options)).toEqual({ kind: 'fine' })
  })

  it.each([
    ['IMG-08', 'no source', { type: 'image' }, {}],
    ['IMG-08', 'a source of another type', { type: 'image', source: { type: 'text', data: 'x' } }, {}],
    ['IMG-08', 'a source whose type is no text', { type: 'image', source: { type: { toString: 1 } } }, {}],
    ['IMG-08', 'a URL on Bedrock', URL_IMAGE, { platform: 'bedrock' }],
    ['IMG-09', 'a URL that is empty', { type: 'image', source: { type: 'url', url: '' } }, {}],
    ['IMG-09', 'a URL that the API does not fetch', urlImage('http://a/b.png'), {}],
    ['IMG-09', 'a path in place of a URL', urlImage('../b.png'), {}],
    ['FIL-01', 'a file without the beta', FILE_IMAGE, {}],
    ['IMG-08', 'no data', { type: 'image', source: { type: 'base64', media_type: 'image/png' } }, {}],
    ['IMG-08', 'a zero-byte image', image(''), {}],
    ['IMG-08', 'what is no base64', image('***'), {}],
    ['IMG-07', 'what is no image', image('bm9uc2Vuc2U='), {}],
    ['IMG-07', 'a header without size', image(png(0, 5)), {}],
    ['IMG-07', 'half a header', image(png(5, 5).slice(0, 20)), {}],
    ['IMG-02', 'a side that is too long', image(png(1, 8001)), {}],
    ['IMG-01', 'too many bytes', image(PIXEL), { limits: { imageBase64Bytes: 20 } }],
  ] as const)('refuses by %s: %s', (rule, _, block, options) => {
    expect(judge(block, options)).toMatchObject({ kind: 'refused', rule })
  })

  it.each([
    ['another media type', image(PIXEL, 'image/jpeg')],
    ['a data URL', image(`data:image/png;base64,${PIXEL}`)],
    [
      'a field too many',
      { ...image(PIXEL), source: { type: 'base64', media_type: 'image/png', data: PIXEL, detail: 'low' } },
    ],
  ])('mends %s', (_, block) => {
    expect(judge(block)).toEqual({
      kind: 'mended',
      rule: 'IMG-06',
      detail: 'image is image/png',
      block: image(PIXEL),
    })
  })
})

describe('judgeImage in a request with many media', () => {
  it('refuses the one that is too many, and lets those stand that were sent', () => {
    const ledger = createLedger()
    const options = { limits: { media: 2 } }
    const verdicts = [1, 2, 3].map(() => judge(image(PIXEL), options, ledger).kind)
    expect(verdicts).toEqual(['fine', 'fine', 'refused'])
    expect(ledger.media.images).toBe(2)
  })

  it('counts pages of documents, too', () => {
    const ledger = createLedger()
    ledger.media = { images: 0, pages: 2, largeImages: 0 }
    expect(judge(URL_IMAGE, { limits: { media: 2 } }, ledger)).toMatchObject({ rule: 'IMG-04' })
  })

  it('refuses a large image once there are many, and any image once there are many with a large one', () => {
    const options = { limits: { manyImages: 2, manyImageSide: 100 } }
    const small = image(png(100, 100))
    const large = image(png(101, 1))
    const crowd = createLedger()
    expect([small, small, large, small].map(block => judge(block, options, crowd).kind)).toEqual([
      'fine',
      'fine',
      'refused',
      'fine',
    ])
    const withLarge = createLedger()
    expect([large, small, small].map(block => judge(block, options, withLarge).kind)).toEqual([
      'fine',
      'fine',
      'refused',
    ])
  })
})
