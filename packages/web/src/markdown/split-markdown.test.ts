import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitMarkdown } from './split-markdown.ts'

const paragraph = (letter: string): string => `${letter.repeat(30)}\n\n`
const rawOf = (text: string, units: number): readonly string[] =>
  splitMarkdown(text, units).map(({ raw }) => raw)

describe('splitMarkdown', () => {
  it('cuts between paragraphs', () => {
    const text = `${paragraph('a')}${paragraph('b')}${paragraph('c')}`
    expect(rawOf(text, 70)).toEqual([`${paragraph('a')}${paragraph('b')}`, paragraph('c')])
    expect(rawOf(text, 1000)).toEqual([text])
  })
  it('gives a block of code by itself, however long it is', () => {
    const code = `${paragraph('a')}${paragraph('b')}x`
    const raw = `\`\`\`ts title\n${code}\n\`\`\`\n`
    expect(splitMarkdown(`Look:\n${raw}\nSo.`, 20)).toEqual([
      { kind: 'text', raw: 'Look:\n' },
      { kind: 'code', raw, code, language: 'ts title' },
      { kind: 'text', raw: '\nSo.' },
    ])
  })
  it('closes a block only by its own kind, or at the end', () => {
    expect(splitMarkdown('~~~~\n```\n\n~~~\nx\n~~~~\n', 1)).toMatchObject([{ code: '```\n\n~~~\nx' }])
    expect(splitMarkdown('```\nx\n', 1)).toMatchObject([{ code: 'x', language: '' }])
  })
  it('does not cut inside an item of a list', () => {
    const list = `- one\n\n  ${paragraph('b')}  ${paragraph('c')}`
    expect(rawOf(list, 20)).toEqual([list])
    const code = `- one\n\n  \`\`\`\n  ${paragraph('b')}  \`\`\`\n`
    expect(rawOf(code, 20)).toEqual([code])
  })
  it('loses nothing of any text', () => {
    const piece = fc.constantFrom('a', '\n', '\n\n', '```\n', '~~~', '```', ' ', '- x', 'word '.repeat(9))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 80 }), (parts, units) => {
        expect(rawOf(parts.join(''), units).join('')).toBe(parts.join(''))
      }),
    )
  })
})
