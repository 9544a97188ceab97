import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContextReference } from '../message/context-reference.ts'
import { CONTEXT_PATTERN, parseContext } from './parse-context.ts'
import { addContext } from './render-context.ts'

const HOSTILE = [
  '\n',
  '\r\n',
  '\r',
  '\u2028',
  '\u2029',
  '`',
  '``',
  '(',
  ')',
  ' (',
  ') - ',
  ':45',
  ' ⚠️',
  '📄',
  '🌐 ',
  '> - ',
  '> \n',
  '&#10;',
  '&',
  '#',
  '38;',
  '&#38;#10;',
  '&#9999999;',
  '\\',
  '%0A',
  '\u202e',
  'שלום',
  '👩‍👩‍👧',
  '\ud83d',
  '个文件)',
  '行)',
  '] [',
  '\u0000',
  '\t',
  '\u3000',
  ' ',
  'a',
]

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string()), { maxLength: 8 }).map(parts => parts.join('')),
)
const count = fc.oneof(
  fc.nat(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0),
)
const displayType = fc.constant('TAG' as const)

const reference: fc.Arbitrary<ContextReference> = fc.oneof(
  fc.record({ type: fc.constant('FileReference' as const), path: text, displayType }),
  fc.record(
    { type: fc.constant('WebReference' as const), url: text, title: text, displayType },
    { requiredKeys: ['type', 'url', 'displayType'] },
  ),
  fc.record({ type: fc.constant('FolderReference' as const), path: text, fileCount: count, displayType }),
  fc.record({
    type: fc.constant('SymbolReference' as const),
    name: text,
    symbolType: text,
    file: text,
    line: count,
    displayType,
  }),
  fc.record({
    type: fc.constant('TerminalReference' as const),
    lineCount: count,
    isError: fc.boolean(),
    displayType,
  }),
  fc.record(
    { type: fc.constant('ProblemsReference' as const), count, severity: text, displayType },
    { requiredKeys: ['type', 'count', 'displayType'] },
  ),
  fc.record({ type: fc.constant('GitReference' as const), gitType: text, displayType }),
  fc.record({ type: fc.constant('SelectionReference' as const), displayType }),
  fc.record({ type: fc.constant('WorkspaceReference' as const), displayType }),
)

describe('parseContext', () => {
  it('gives back the references and the text of whatever was rendered', () => {
    fc.assert(
      fc.property(fc.array(reference, { minLength: 1, maxLength: 6 }), text, (references, prompt) => {
        expect(parseContext(addContext(prompt, references))).toEqual({ references, text: prompt })
      }),
      { numRuns: 5000 },
    )
  })

  it('leaves text without a block as it is', () => {
    fc.assert(
      fc.property(text, prompt => {
        expect(parseContext(prompt)).toEqual({ references: [], text: prompt })
      }),
      { numRuns: 2000 },
    )
  })

  it('takes nothing apart that it could not put together again', () => {
    const line = fc.oneof(
      reference.map(one => addContext('', [one]).split('\n')[2] as string),
      fc
        .tuple(
          fc.constantFrom('📄 ', '🌐 ', '📁 `a` (', '🔗 ', '💻 终端输出 (', '⚠️ ', '🔀 Git ', '🏠 当前工作区'),
          text,
        )
        .map(([start, rest]) => `> - ${start}${rest}`),
    )
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), text, (lines, rest) => {
        const prompt = `> **上下文资料**\n> \n${lines.join('\n')}\n\n${rest}`
        const parsed = parseContext(prompt)
        expect(addContext(parsed.text, parsed.references)).toBe(prompt)
      }),
      { numRuns: 3000 },
    )
  })

  it('reads a block without the empty quote line, as the seed allows', () => {
    expect(parseContext('> **上下文资料**\n> - 🔀 Git DIFF\n\nhello')).toEqual({
      references: [{ type: 'GitReference', gitType: 'DIFF', displayType: 'TAG' }],
      text: 'hello',
    })
  })

  it('takes off one block only', () => {
    const block = addContext('', [{ type: 'WorkspaceReference' }])
    expect(parseContext(`${block}${block}x`).text).toBe(`${block}x`)
  })

  it.each([
    ['a line of no kind', '> **上下文资料**\n> \n> - 📄 `a`\n> - 🦆 quack\n\nhello'],
    ['an unescaped backtick', '> **上下文资料**\n> \n> - 📄 `a`b`\n\nhello'],
    ['a count with a leading zero', '> **上下文资料**\n> \n> - 📁 `a` (007个文件)\n\nhello'],
    ['a count that is no number', '> **上下文资料**\n> \n> - 💻 终端输出 (NaN行)\n\nhello'],
    ['a reference to a character that needs none', '> **上下文资料**\n> \n> - 🌐 https://a/&#65;\n\nhello'],
    ['a block that is not at the head', 'x> **上下文资料**\n> \n> - 📄 `a`\n\nhello'],
    ['no blank line after it', '> **上下文资料**\n> \n> - 📄 `a`\nhello'],
    ['line ends of Windows', '> **上下文资料**\r\n> \r\n> - 📄 `a`\r\n\r\nhello'],
    ['no line at all', '> **上下文资料**\n> \n\nhello'],
  ])('leaves as text what has %s', (_, prompt) => {
    expect(parseContext(prompt)).toEqual({ references: [], text: prompt })
  })

  it('uses the expression of the seed', () => {
    expect(CONTEXT_PATTERN.source).toBe('^> \\*\\*上下文资料\\*\\*\\n(?:> \\n)?((?:> - .+\\n)+)\\n')
    expect(CONTEXT_PATTERN.flags).toBe('')
  })

  it('reads tens of thousands of references', () => {
    const references = Array.from(
      { length: 30_000 },
      (_, index) => ({ type: 'FileReference', path: `${index}`, displayType: 'TAG' }) as const,
    )
    expect(parseContext(addContext('x', references)).references).toHaveLength(30_000)
  })
})
