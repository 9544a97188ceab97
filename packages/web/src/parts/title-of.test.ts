import { describe, expect, it } from 'vitest'
import { titleOf } from './title-of.ts'

describe('titleOf', () => {
  it('is the title, else the first words, and never an id', () => {
    expect(titleOf({ title: 'A name', titleSource: 'custom-title', firstPrompt: 'Words' })).toBe('A name')
    expect(titleOf({ title: '0b1c-id', titleSource: 'none', firstPrompt: 'First\nwords' })).toBe(
      'First words',
    )
    expect(titleOf({ title: '0b1c-id', titleSource: 'none', firstPrompt: null })).toBe('')
  })
  it('is one line of letters that can be read, no longer than asked', () => {
    const row = {
      title: `a\u001b[31mb\n${'c'.repeat(99)}`,
      titleSource: 'custom-title',
      firstPrompt: null,
    } as const
    expect(titleOf(row, 20)).toMatch(/^[\w …[]{1,21}$/)
  })
})
