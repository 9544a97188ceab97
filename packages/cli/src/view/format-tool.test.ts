import { previewText } from '@antiphon/core/ui'
import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { textWidth } from '../terminal/text-width.ts'
import { formatResult, formatToolHead } from './format-tool.ts'

const screen = plainScreen(50)

describe('formatToolHead', () => {
  it('tells each status by its sign', () => {
    const heads = (['done', 'failed', 'denied', 'interrupted', 'running'] as const).map(status =>
      formatToolHead({ status, title: 'Bash: npm test', durationMs: 4200 }, screen),
    )
    expect(asText(heads)).toMatchInlineSnapshot(`
      "
      ✓ Bash npm test · 4.2 s
      ✗ Bash npm test · 4.2 s
      ⊘ Bash npm test · denied · 4.2 s
      ⊘ Bash npm test · interrupted · 4.2 s
      … Bash npm test · running · 4.2 s
      "
    `)
  })

  it('cuts the title and keeps what follows it', () => {
    const head = formatToolHead({ status: 'done', title: `Bash: ${'x'.repeat(90)}`, durationMs: 10 }, screen)
    expect(head).toMatch(/^✓ Bash x+… · 10 ms$/)
    expect(textWidth(head)).toBeLessThanOrEqual(50)
  })
})

describe('formatResult', () => {
  it('shows the head behind a bar, without common blanks, and the size of the rest', () => {
    const text = '     1\tone\n     2\t  two\n     3\tthree\n     4\tfour'
    const preview = previewText(text, { maxLines: 2 })
    expect(formatResult(preview, 'done', screen)).toEqual([
      '  │ 1  one',
      '  │ 2    two',
      '  │ … 2 more lines, 25 B',
    ])
  })

  it('cuts each line at the edge and drops empty ones at the end', () => {
    const lines = formatResult(previewText(`${'灯'.repeat(60)}\n\n`), 'failed', screen)
    expect(lines).toHaveLength(1)
    expect(textWidth(lines[0]!)).toBeLessThanOrEqual(50)
  })
})
