import { describe, expect, it } from 'vitest'
import { findMentions } from './collect-mentions.ts'
import { findImports } from './read-memory-file.ts'

describe('findImports', () => {
  it.each([
    ['See @README.md and @docs/a.md.', ['README.md', 'docs/a.md']],
    ['@./a.md\n- @~/b.md\n(@/c.md)', ['./a.md', '~/b.md', '/c.md']],
    ['@a.md @a.md', ['a.md']],
    ['@with\\ blank.md', ['with blank.md']],
    ['mail me@example.org', []],
    ['`@not.md` but @this.md', ['this.md']],
    ['```\n@not.md\n```\n@this.md', ['this.md']],
    ['````\n```\n@not.md\n```\n````\n@this.md', ['this.md']],
    ['~~~sh\n@not.md\n', []],
    ['<!-- @not.md -->', []],
    ['@', []],
  ])('finds in %j', (text, expected) => {
    expect(findImports(text)).toEqual(expected)
  })

  it('reads hostile text in no time to speak of', () => {
    expect(findImports('`'.repeat(200_000))).toEqual([])
    expect(findImports('@\\ '.repeat(50_000))).toHaveLength(1)
    expect(findImports('<!--'.repeat(200_000))).toEqual([])
    expect(findImports(`@${'.'.repeat(200_000)}x`)).toHaveLength(1)
    expect(findImports(`${'`'.repeat(200_000)}x`)).toEqual([])
  })
})

describe('findMentions', () => {
  it.each([
    ['look at @src/a.ts', [{ names: ['src/a.ts'] }]],
    ['is it @src/a.ts?', [{ names: ['src/a.ts?', 'src/a.ts'] }]],
    ['@"my file.ts" and (@b.ts)', [{ names: ['my file.ts'] }, { names: ['b.ts)', 'b.ts'] }]],
    ['@a.ts#L3-9', [{ names: ['a.ts#L3-9', 'a.ts'], lines: { first: 3, last: 9 } }]],
    ['@a.ts#7.', [{ names: ['a.ts#7.', 'a.ts#7', 'a.ts'], lines: { first: 7, last: 7 } }]],
    ['me@example.org', []],
    ['@a @a', [{ names: ['a'] }]],
    ['@', []],
  ])('finds in %j', (text, expected) => {
    expect(findMentions(text)).toEqual(expected)
  })

  it('finds not more than twenty', () => {
    expect(findMentions(Array.from({ length: 50 }, (_, index) => `@f${index}`).join(' '))).toHaveLength(20)
  })
})
