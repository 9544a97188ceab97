import { describe, expect, it } from 'vitest'
import { createPalette } from '../terminal/screen.ts'
import { textWidth } from '../terminal/text-width.ts'
import { formatMarkdown } from './format-markdown.ts'

const draw = (text: string, { width = 40, isColored = false } = {}) =>
  formatMarkdown(text, { screen: { width, palette: createPalette(isColored) } })

const TEXT = [
  '## Why',
  'The **lamp** is `dark`.',
  '',
  '1. look at the fuse, which is behind the second door',
  '   - red',
  '2. done',
  '',
  '| part | count |',
  '|---|---:|',
  '| fuse | 2 |',
  '',
  '```ts',
  'const x = 1',
  '```',
].join('\n')

describe('formatMarkdown', () => {
  it('shows lists, tables and code as such, and keeps the marks where there are no looks', () => {
    expect(draw(TEXT)).toEqual([
      '## Why',
      '',
      'The **lamp** is `dark`.',
      '',
      '1. look at the fuse, which is behind the',
      '   second door',
      '   • red',
      '2. done',
      '',
      'part │ count',
      '─────┼──────',
      'fuse │     2',
      '',
      '  ts',
      '  const x = 1',
    ])
  })

  it('goes on below where a cell of a table is wider than its column', () => {
    const table = [
      '| part | why | count |',
      '|---|---|---:|',
      '| fuse | 因为它坏了 it is behind the second door | 2 |',
    ]
    const lines = draw(table.join('\n'), { width: 30 })
    expect(lines).toEqual([
      'part │ why             │ count',
      '─────┼─────────────────┼──────',
      'fuse │ 因为它坏了 it   │     2',
      '     │ is behind the   │',
      '     │ second door     │',
    ])
  })

  it('shows looks instead of marks on a terminal with colours', () => {
    const [heading, , sentence] = draw(TEXT, { isColored: true })
    expect(heading).toBe('\u001b[1mWhy\u001b[22m')
    expect(sentence).toBe('The \u001b[1mlamp\u001b[22m is \u001b[36mdark\u001b[39m.')
  })

  it('ends each look with its line', () => {
    const lines = draw(`**${'bold words '.repeat(12)}end**`, { isColored: true, width: 30 })
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) {
      expect(line.startsWith('\u001b[1m')).toBe(true)
      expect(line.endsWith('\u001b[22m')).toBe(true)
    }
  })

  it.each([26, 33, 80])('writes no line wider than %i columns', width => {
    const wide = `${TEXT}\n\n| a | b | c |\n|---|---|---|\n| ${'long '.repeat(30)} | ${'x'.repeat(90)} | 灯塔 |\n\n> ${'quote '.repeat(30)}`
    for (const line of draw(wide, { width })) expect(textWidth(line)).toBeLessThanOrEqual(width)
  })
})
