import { createUserMessage, type UserMessage } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { numberImages } from './number-images.ts'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } } as const

describe('numberImages', () => {
  it('counts on from the prompts before, whatever a log holds', () => {
    const before = [
      createUserMessage({ content: 'x', imagePasteIds: [1, 2] }),
      { ...createUserMessage({ content: 'y' }), imagePasteIds: 'no list' } as unknown as UserMessage,
      createUserMessage({ content: 'z', imagePasteIds: [Number.NaN] }),
    ]
    expect(numberImages([{ type: 'text', text: 'look' }, image, image], before)).toEqual({
      imagePasteIds: [3, 4],
    })
    expect(numberImages([image], [])).toEqual({ imagePasteIds: [1] })
  })

  it('gives no field to a prompt without images', () => {
    expect(numberImages('words', [])).toEqual({})
    expect(numberImages([{ type: 'text', text: 'words' }], [])).toEqual({})
  })
})
