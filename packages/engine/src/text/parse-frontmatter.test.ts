import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFrontmatter } from './parse-frontmatter.ts'

describe('parseFrontmatter', () => {
  it.each([
    ['no head', { fields: {}, body: 'no head' }],
    ['---\nnever closed', { fields: {}, body: '---\nnever closed' }],
    ['---\na: 1\n---\nbody', { fields: { a: '1' }, body: 'body' }],
    ['\ufeff---\na: b # why\n---\n\nbody', { fields: { a: 'b' }, body: 'body' }],
    [`---\na: 'it''s # here'\n---\n`, { fields: { a: "it's # here" }, body: '' }],
    ['---\na: url: http://x\n---\n', { fields: { a: 'url: http://x' }, body: '' }],
    ['---\na: |\n  x\n  y\nb: c\n---\n', { fields: { a: 'x\ny', b: 'c' }, body: '' }],
    ['---\na: one\n  two\n---\n', { fields: { a: 'one two' }, body: '' }],
    ['---\na:\n- x\n- y\nb: c\n---\n', { fields: { a: ['x', 'y'], b: 'c' }, body: '' }],
    ['---\na:\n  - "x # 1"\n\n  - y # two\n  -\n---\n', { fields: { a: ['x # 1', 'y', ''] }, body: '' }],
    ['---\na:\n  - x\n  and more\n---\n', { fields: { a: '- x and more' }, body: '' }],
    ['---\na: "one\\ntwo \\u00e4 \\"three\\""\n---\n', { fields: { a: 'one\ntwo ä "three"' }, body: '' }],
    ['---\na: "c:\\path"\n---\n', { fields: { a: 'c:\\path' }, body: '' }],
    // What people write and Claude Code reads, though it is no YAML or means something else there.
    ['---\na: [file] [options]\nb: @x\n---\n', { fields: { a: '[file] [options]', b: '@x' }, body: '' }],
    [
      '---\na: Use it so: user: "hi" *always*\n---\n',
      { fields: { a: 'Use it so: user: "hi" *always*' }, body: '' },
    ],
    ['---\n__proto__: x\n---\n', { fields: { ['__proto__']: 'x' }, body: '' }],
  ])('reads %j', (text, expected) => {
    expect(parseFrontmatter(text)).toEqual(expected)
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'-a:|>\n "\'#') }), text => {
        expect(typeof parseFrontmatter(`---\n${text}`).body).toBe('string')
      }),
    )
  })

  it.each(['a:\n', '- ', 'a: [', '"', "'", ' #', '\\"', 'a: &b *b\n', '  - x\n', ','])(
    'reads half a megabyte of %j',
    piece => {
      const head = `---\na: "${piece.repeat(Math.ceil(500_000 / piece.length))}\n---\n`
      expect(Object.keys(parseFrontmatter(head).fields)).toContain('a')
    },
  )
})
