import type { ApiRequest } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { formatRequestOutline } from './format-request-outline.ts'

const screen = plainScreen(64)

describe('formatRequestOutline', () => {
  it('gives each message and each block a line', () => {
    const request: ApiRequest = {
      model: 'claude-opus-5-5',
      max_tokens: 128_000,
      messages: [
        { role: 'user', content: 'Why is the lamp dark?' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'It should\nnot be.', signature: 'x' },
            { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'npm test' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Exit code 1', is_error: true },
            { type: 'image', source: { type: 'url', url: 'https://x.example/a.png' } },
            { type: 'text', text: `And ${'so '.repeat(60)}on.`, cache_control: { type: 'ephemeral' } },
          ],
        },
      ],
    }
    expect(asText(formatRequestOutline(request, screen))).toMatchInlineSnapshot(`
      "
      claude-opus-5-5 · 3 messages · max_tokens 128000
      user
        text              Why is the lamp dark?
      assistant
        thinking          It should not be.
        tool_use          Bash: npm test
      user
        tool_result       error: Exit code 1
        image             [image https://x.example/a.png]
        text              And so so so so so so so so so so s… ◆ cache
      "
    `)
  })
})
