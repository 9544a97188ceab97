import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarkdownBlock, MarkdownInline } from './markdown-tree.ts'
import { findSettledEnd, parseMarkdown } from './parse-markdown.ts'

/** A tree in short, for reading. */
function brief(blocks: readonly MarkdownBlock[]): unknown[] {
  return blocks.map(briefOf)
}

function briefOf(block: MarkdownBlock): unknown {
  switch (block.type) {
    case 'heading':
      return [`h${block.level}`, words(block.content)]
    case 'paragraph':
      return words(block.content)
    case 'code':
      return ['code', block.language, block.text]
    case 'quote':
      return ['quote', ...brief(block.blocks)]
    case 'list':
      return [block.start ?? '-', ...block.items.map(item => brief(item.blocks))]
    case 'table':
      return [
        'table',
        block.head.map(cell => words(cell.content)),
        ...block.rows.map(row => row.map(cell => words(cell.content))),
      ]
    case 'rule':
      return ['rule']
  }
}

function words(inlines: readonly MarkdownInline[]): string {
  return inlines.map(wordOf).join('')
}

function wordOf(inline: MarkdownInline): string {
  switch (inline.type) {
    case 'text':
      return inline.text
    case 'code':
      return `{${inline.text}}`
    case 'strong':
      return `<b>${words(inline.content)}</b>`
    case 'emphasis':
      return `<i>${words(inline.content)}</i>`
    case 'strike':
      return `<s>${words(inline.content)}</s>`
    case 'link':
      return `<a ${inline.address}>${words(inline.content)}</a>`
    case 'image':
      return `<img ${inline.address} ${inline.text}>`
    case 'break':
      return '/'
  }
}

describe('parseMarkdown', () => {
  it.each<[string, string, unknown[]]>([
    ['headings of both sorts', '# One\ntext\n\nTwo\n---', [['h1', 'One'], 'text', ['h2', 'Two']]],
    ['lines that end where they end', 'a\nb', ['a/b']],
    [
      'emphasis',
      '**bold** *it* ***both*** ~~no~~ snake_case_name',
      ['<b>bold</b> <i>it</i> <i><b>both</b></i> <s>no</s> snake_case_name'],
    ],
    ['marks that open nothing', '2 * 3 * 4 and **open', ['2 * 3 * 4 and **open']],
    ['code', 'call `f<T>()` and ``a`b`` and ` alone', ['call {f<T>()} and {a`b} and ` alone']],
    ['no emphasis in code', '`**x**`', ['{**x**}']],
    [
      'links',
      '[it](https://a.b/c_(d)) https://e.f/g. <https://h.i>',
      ['<a https://a.b/c_(d)>it</a> <a https://e.f/g>https://e.f/g</a>. <a https://h.i>https://h.i</a>'],
    ],
    ['pictures as what they are', '![alt](https://a.b/x.png)', ['<img https://a.b/x.png alt>']],
    ['a fence that nobody closed', '```ts\nx\n\ny', [['code', 'ts', 'x\n\ny']]],
    ['a fence in a list', '1. a\n   ```\n   x\n   ```\n2. b', [[1, ['a', ['code', '', 'x']], ['b']]]],
    ['lists in lists', '- a\n  - b\n    - c\n- d', [['-', ['a', ['-', ['b', ['-', ['c']]]]], ['d']]]],
    ['lists whose items stand apart', '3. a\n\n4. b\n\ntext', [[3, ['a'], ['b']], 'text']],
    ['a list right below a sentence', 'see:\n- a\n- b', ['see:', ['-', ['a'], ['b']]]],
    ['a quote', '> a\n> - b', [['quote', 'a', ['-', ['b']]]]],
    ['a table', '| a | b |\n|---|--:|\n| `x\\|y` | 2 |\n\nz', [['table', ['a', 'b'], ['{x|y}', '2']], 'z']],
    [
      'a table right below a sentence',
      'see:\n| a | b |\n|---|---|\n| 1 | 2 |',
      ['see:', ['table', ['a', 'b'], ['1', '2']]],
    ],
    ['no table where only one line has bars', 'see\na | b\nc', ['see/a | b/c']],
    ['a rule', 'a\n\n***\n\nb', ['a', ['rule'], 'b']],
    ['HTML as text', '<script>x</script>', ['<script>x</script>']],
    ['escapes', '\\*no\\* \\q', ['*no* \\q']],
  ])('reads %s', (_, text, tree) => {
    expect(brief(parseMarkdown(text))).toEqual(tree)
  })

  it('tells what is checked', () => {
    const [list] = parseMarkdown('- [x] done\n- [ ] open\n- plain')
    expect(list).toMatchObject({ items: [{ isChecked: true }, { isChecked: false }, {}] })
  })

  it.each([
    ['marks', '*a _b '.repeat(60_000)],
    ['brackets', '[a]('.repeat(60_000)],
    ['closed brackets', `${'['.repeat(60_000)}${'](x)'.repeat(60_000)}`],
    ['backticks', Array.from({ length: 1000 }, (_, index) => '`'.repeat(index + 1)).join(' ')],
    ['quotes', '>'.repeat(200_000)],
    ['lists', Array.from({ length: 3000 }, (_, index) => `${'  '.repeat(index % 200)}- a`).join('\n')],
    ['blanks', `- a\n${'\n'.repeat(200_000)}b`],
    ['addresses', 'hhttp://'.repeat(50_000)],
    ['rules that are none', `${'* '.repeat(100_000)}x`],
    ['bars', `${'|'.repeat(50_000)}\n${'|-'.repeat(50_000)}x`],
  ])('takes a megabyte of %s in one go', (_, text) => {
    const started = performance.now()
    parseMarkdown(text)
    expect(performance.now() - started).toBeLessThan(4000)
  })

  it('throws on no text', () => {
    fc.assert(
      fc.property(fc.array(PIECE, { maxLength: 60 }), pieces => {
        parseMarkdown(pieces.join(''))
      }),
    )
  })
})

describe('findSettledEnd', () => {
  it('is where the last two blocks begin', () => {
    const text = 'one\n\ntwo\n\nthree\n\nfo'
    expect(text.slice(findSettledEnd(text))).toBe('three\n\nfo')
    expect(findSettledEnd('one')).toBe(0)
    expect(findSettledEnd('one\n\n```\ncode\n\nmore')).toBe(0)
  })

  it('is kept by whatever follows, and what is before it can be left out', () => {
    const texts = fc.array(PIECE, { maxLength: 60 }).map(pieces => pieces.join(''))
    fc.assert(
      fc.property(texts, texts, (begun, more) => {
        const end = findSettledEnd(begun)
        const whole = begun + more
        const [settled, rest] = [parseMarkdown(begun.slice(0, end)), parseMarkdown(whole.slice(end))]
        expect(parseMarkdown(whole)).toEqual([...settled, ...rest])
      }),
      { numRuns: 2000 },
    )
  })
})

const PIECE = fc.constantFrom(
  ...[
    '*',
    '_',
    '`',
    '[',
    ']',
    '(',
    ')',
    '!',
    '\n',
    '\n\n',
    '  ',
    '- ',
    '1. ',
    '2) ',
    '> ',
    '|',
    '---',
    '#',
    '# ',
  ],
  ...[
    'a',
    '\\',
    '<',
    'https://x',
    '~~',
    '```',
    '~~~',
    '\t',
    '    ',
    '===',
    '|-|-|',
    'words of a line\n',
    '\r\n',
  ],
)
