import { describe, expect, it } from 'vitest'
import { withoutBlanks } from './without-blanks.ts'

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
