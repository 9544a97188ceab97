import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import { formatThinking } from './format-speech.ts'

const screen = plainScreen(40)

describe('formatThinking', () => {
  it('shows the first lines, or all', () => {
    const text = 'one\ntwo\nthree\nfour\nfive'
    expect(formatThinking({ text, isWhole: false }, screen)).toEqual([
      '∴ one',
      '  two',
      '  three',
      '  … 2 more lines, 10 B',
    ])
    expect(formatThinking({ text, isWhole: true }, screen)).toHaveLength(5)
  })

  it('says so where the API keeps it', () => {
    expect(formatThinking({ text: ' ', isWhole: false }, screen)).toEqual([
      '∴ [thinking that the API keeps to',
      '  itself]',
    ])
  })
})
