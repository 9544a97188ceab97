import { describe, expect, it } from 'vitest'
import { toPromptText } from './to-prompt-text.ts'

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
