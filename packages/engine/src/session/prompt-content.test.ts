import { createUserMessage, type UserMessage } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { numberImages, toPromptText, withoutBlanks } from './prompt-content.ts'

describe('toPromptText', () => {
  it('gives the words of a prompt, whether it is a text or blocks', () => {
    expect(toPromptText('hi')).toBe('hi')
    const image = { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } } as const
    expect(toPromptText([{ type: 'text', text: 'look' }, image, { type: 'text', text: 'here' }])).toBe(
      'look\nhere',
    )
    expect(toPromptText([image])).toBe('')
  })
})

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } } as const

describe('withoutBlanks', () => {
  it.each([
    '',
    ' \n',
    [],
    [
      { type: 'text', text: '' },
      { type: 'text', text: '\t' },
    ] as const,
  ])('makes %j the empty text', prompt => {
    expect(withoutBlanks(prompt)).toBe('')
  })

  it.each(['hi', [image], [{ type: 'text', text: '' }, image], [{ type: 'never_seen' }]])(
    'leaves %j as it is',
    prompt => {
      expect(withoutBlanks(prompt as Parameters<typeof withoutBlanks>[0])).toBe(prompt)
    },
  )
})

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
