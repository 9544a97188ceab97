import { describe, expect, it } from 'vitest'
import { createPalette } from '../terminal/screen.ts'
import { textWidth } from '../terminal/text-width.ts'
import { formatDiff } from './format-diff.ts'

const screen = { width: 60, palette: createPalette(false) }
const lines = [' a', '-const one = 1', '+const two = 1']
const hunk = { oldStart: 9, oldLines: 2, newStart: 9, newLines: 2, lines }
const diff = { path: '/w/a.ts', hunks: [hunk], isCreated: false, isNumbered: true, added: 1, removed: 1 }

describe('formatDiff', () => {
  it('numbers the lines and signs them', () => {
    expect(formatDiff(diff, {}, screen)).toEqual([
      '  │  9   a',
      '  │ 10 - const one = 1',
      '  │ 10 + const two = 1',
    ])
  })

  it('knows no numbers of a change whose place nobody told', () => {
    expect(formatDiff({ ...diff, isNumbered: false }, {}, screen)[1]).toBe('  │ - const one = 1')
  })

  it('says how much it does not show', () => {
    const long = { ...hunk, lines: Array.from({ length: 50 }, (_, index) => `+line ${index}`) }
    expect(formatDiff({ ...diff, hunks: [long] }, { maxLines: 3 }, screen)).toHaveLength(4)
    expect(formatDiff({ ...diff, hunks: [long] }, { maxLines: 3 }, screen).at(-1)).toBe('  │ … 47 more lines')
  })

  it('takes the end of a file without a line’s end for no line', () => {
    const bare = { ...hunk, lines: [...lines, '\\ No newline at end of file'] }
    expect(formatDiff({ ...diff, hunks: [bare] }, {}, screen)).toHaveLength(3)
  })

  it('goes on below with a long line where one has to read all of it, and counts wide signs', () => {
    const long = { ...hunk, lines: [`+${'长'.repeat(40)}`, `+${'ab '.repeat(30)}end`] }
    const wrapped = formatDiff({ ...diff, hunks: [long] }, { isWrapped: true }, screen)
    expect(wrapped.join('').replaceAll(/[^长]/g, '')).toHaveLength(40)
    expect(wrapped.at(-1)).toMatch(/^ {2}│ {6}.*end$/)
    for (const line of [...wrapped, ...formatDiff({ ...diff, hunks: [long] }, {}, screen)])
      expect(textWidth(line)).toBeLessThanOrEqual(60)
    expect(formatDiff({ ...diff, hunks: [long] }, {}, screen)).toHaveLength(2)
  })

  it('marks the words that changed in bold', () => {
    const [, removed] = formatDiff(diff, {}, { ...screen, palette: createPalette(true) })
    expect(removed).toContain('\u001b[1m\u001b[31mone\u001b[39m\u001b[22m')
  })
})
