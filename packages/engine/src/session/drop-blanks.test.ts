import { describe, expect, it } from 'vitest'
import { dropBlanks } from './drop-blanks.ts'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } } as const

describe('dropBlanks', () => {
  it.each([
    '',
    ' \n',
    [],
    [
      { type: 'text', text: '' },
      { type: 'text', text: '\t' },
    ] as const,
  ])('makes %j the empty text', prompt => {
    expect(dropBlanks(prompt)).toBe('')
  })

  it.each(['hi', [image], [{ type: 'text', text: '' }, image], [{ type: 'never_seen' }]])(
    'leaves %j as it is',
    prompt => {
      expect(dropBlanks(prompt as Parameters<typeof dropBlanks>[0])).toBe(prompt)
    },
  )
})
