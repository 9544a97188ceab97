import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { formatPrompt } from './format-speech.ts'

const screen = plainScreen(40)

describe('formatPrompt', () => {
  it('shows the context block as a list above the words', () => {
    const text = '> **上下文资料**\n> \n> - 📄 `src/lamp.ts`\n> - 🔀 Git DIFF\n\n请看看为什么灯塔在整点不闪。'
    expect(asText(formatPrompt(text, screen))).toMatchInlineSnapshot(`
      "
        📄 \`src/lamp.ts\`
        🔀 Git DIFF
      › 请看看为什么灯塔在整点不闪。
      "
    `)
  })
})
