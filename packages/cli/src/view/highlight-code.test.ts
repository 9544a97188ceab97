import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlightCode } from './highlight-code.ts'

const kindsOf = (code: string, language: string): readonly string[] =>
  (highlightCode(code, language) ?? []).flatMap(({ kind, text }) =>
    kind === 'other' ? [] : [`${kind} ${text}`],
  )

describe('highlightCode', () => {
  it.each([
    ['ts', "const a: string = 'x // y' // 12\n", ['keyword const', "text 'x // y'", 'comment // 12']],
    [
      'TypeScript',
      '/* one\ntwo */ return `a\nb` + 0x1f',
      ['comment /* one\ntwo */', 'keyword return', 'text `a\nb`', 'number 0x1f'],
    ],
    [
      'python',
      'def f():\n  """a\nb"""\n  return 1 # c',
      ['keyword def', 'text """a\nb"""', 'keyword return', 'number 1', 'comment # c'],
    ],
    [
      'sh',
      'if [ $# -gt 0 ]; then echo "a # b"; fi # end',
      ['keyword if', 'number 0', 'keyword then', 'text "a # b"', 'keyword fi', 'comment # end'],
    ],
    ['rust', "fn f<'a>(x: &'a str) -> char { 'b' }", ['keyword fn', 'keyword char', "text 'b'"]],
    ['json', '{"a": true, "b": -1.5}', ['text "a"', 'keyword true', 'text "b"', 'number 1.5']],
    [
      'sql',
      "SELECT * FROM t WHERE a = 'it''s' -- c",
      ['keyword SELECT', 'keyword FROM', 'keyword WHERE', "text 'it''s'", 'comment -- c'],
    ],
    ['diff', '@@ -1 +1 @@\n-a\n+b\n c', ['number @@ -1 +1 @@\n', 'removed -a\n', 'added +b\n']],
  ])('tells parts of %s apart', (language, code, expected) => {
    expect(kindsOf(code, language)).toEqual(expected)
  })

  it('knows nothing of a language that nobody named', () => {
    expect(highlightCode('const a', '')).toBeUndefined()
    expect(highlightCode('const a', 'klingon')).toBeUndefined()
  })

  it('leaves nothing out and adds nothing, whatever is written', () => {
    const language = fc.constantFrom('ts', 'python', 'sh', 'go', 'json', 'yaml', 'sql', 'html', 'diff')
    const piece = fc.constantFrom(
      '"',
      "'",
      '`',
      '\\',
      '/*',
      '*/',
      '//',
      '#',
      '\n',
      'const ',
      '12',
      '"""',
      '<!--',
      '中',
      ' ',
    )
    fc.assert(
      fc.property(language, fc.array(piece, { maxLength: 60 }), (name, pieces) => {
        const code = pieces.join('')
        expect((highlightCode(code, name) ?? []).map(({ text }) => text).join('')).toBe(code)
      }),
    )
  })

  it('takes time of the length of a code, also where quotes and comments never end', () => {
    for (const code of [
      '"'.repeat(200_000),
      '/*'.repeat(100_000),
      '`\\'.repeat(100_000),
      "'''".repeat(70_000),
    ]) {
      const start = performance.now()
      for (const name of ['ts', 'python', 'go', 'sql']) highlightCode(code, name)
      expect(performance.now() - start).toBeLessThan(2000)
    }
  })
})
