import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStructuredPatch, type PatchHunk } from './structured-patch.ts'

const text = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', '  d', '\\ e', '-f', '+g')), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''))

/** The new text; null where the patch does not fit. */
function applyStructuredPatch(oldText: string, hunks: readonly PatchHunk[]): string | null {
  const oldLines = oldText.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const result: string[] = []
  let position = 0
  for (const { oldStart, lines } of hunks) {
    while (position < oldStart - 1) result.push(oldLines[position++] ?? '')
    for (const [index, line] of lines.entries()) {
      if (line.startsWith('\\')) continue
      const text = line.slice(1) + (lines[index + 1] === '\\ No newline at end of file' ? '' : '\n')
      if (line[0] !== '+' && oldLines[position++] !== text) return null
      if (line[0] !== '-') result.push(text)
    }
  }
  return [...result, ...oldLines.slice(position)].join('')
}

describe('createStructuredPatch', () => {
  it('gives what Claude Code records for a changed line', () => {
    expect(createStructuredPatch('alpha\nline2\n', 'beta\nline2\n')).toEqual([
      { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: ['-alpha', '+beta', ' line2'] },
    ])
  })

  it('is empty for equal texts', () => {
    expect(createStructuredPatch('a\nb', 'a\nb')).toEqual([])
  })

  it('says that a last line has no end', () => {
    expect(createStructuredPatch('a', 'b\n')[0]?.lines).toEqual(['-a', '\\ No newline at end of file', '+b'])
  })

  it('keeps changes apart that are more than six lines apart', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    const changed = lines.with(2, 'x').with(17, 'y')
    const hunks = createStructuredPatch(lines.join('\n'), changed.join('\n'))
    expect(hunks.map(({ oldStart, oldLines }) => [oldStart, oldLines])).toEqual([
      [1, 6],
      [15, 6],
    ])
  })

  it('finds the shortest way', () => {
    const hunks = createStructuredPatch('a\nb\nc\na\nb\nb\na\n', 'c\nb\na\nb\na\nc\n')
    const changed = hunks.flatMap(({ lines }) => lines).filter(line => line[0] !== ' ')
    expect(changed).toHaveLength(5)
  })

  it('gives the new text back when it is applied to the old one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyStructuredPatch(before, createStructuredPatch(before, after))).toBe(after)
      }),
      { numRuns: 2000 },
    )
  })

  it('is as right when it has no time to look', () => {
    fc.assert(
      fc.property(text, text, fc.nat(40), (before, after, steps) => {
        expect(applyStructuredPatch(before, createStructuredPatch(before, after, steps))).toBe(after)
      }),
      { numRuns: 2000 },
    )
  })

  it('counts the lines of its hunks right', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        for (const { oldLines, newLines, lines } of createStructuredPatch(before, after)) {
          const signs = lines.filter(line => !line.startsWith('\\ No newline')).map(line => line[0])
          expect(signs.filter(sign => sign !== '+')).toHaveLength(oldLines)
          expect(signs.filter(sign => sign !== '-')).toHaveLength(newLines)
        }
      }),
    )
  })

  it('bears two large files that have nothing in common', () => {
    const before = Array.from({ length: 30_000 }, (_, index) => `old ${index}`).join('\n')
    const after = Array.from({ length: 30_000 }, (_, index) => `new ${index}`).join('\n')
    const [hunk, ...others] = createStructuredPatch(before, after)
    expect(others).toEqual([])
    expect(hunk).toMatchObject({ oldLines: 30_000, newLines: 30_000 })
  })
})
