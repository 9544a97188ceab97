import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { createPalette } from '../terminal/screen.ts'
import { formatSpeech } from './format-speech.ts'

const screen = plainScreen(40)

describe('formatSpeech', () => {
  it('sets words behind their sign', () => {
    const text = 'Two bugs hide each other:\n\n1. the arithmetic never gives zero\n2. the lamp is lit by hand'
    expect(asText(formatSpeech({ sign: '●', text }, screen))).toMatchInlineSnapshot(`
      "
      ● Two bugs hide each other:

        1. the arithmetic never gives zero
        2. the lamp is lit by hand
      "
    `)
  })

  it('says how much it left out', () => {
    const text = Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n')
    expect(asText(formatSpeech({ sign: '●', text, maxLines: 2 }, screen))).toMatchInlineSnapshot(`
      "
      ● line 0
        line 1
        … 48 more lines, 376 B
      "
    `)
  })

  it('prints no escape of the text itself', () => {
    const lines = formatSpeech(
      { sign: '●', text: 'safe\u001b[2J\u001b]0;title\u0007 \u009b31mand\rsound' },
      screen,
    )
    expect(lines).toEqual(['● safe and', '  sound'])
  })

  it('shows what a model wrote by its looks, and what a person typed as it was typed', () => {
    const colored = { width: 40, palette: createPalette(true) }
    const text = '# Title\n```\n# code\n```'
    expect(formatSpeech({ sign: '●', text, isMarkdown: true }, colored)).toEqual([
      '● \u001b[1mTitle\u001b[22m',
      '',
      '    \u001b[36m# code\u001b[39m',
    ])
    expect(formatSpeech({ sign: '›', text }, colored)).toEqual(['› # Title', '  ```', '  # code', '  ```'])
  })
})
