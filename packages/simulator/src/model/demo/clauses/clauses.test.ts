import { describe, expect, it } from 'vitest'
import { findFolder, findPaths } from './find-paths.ts'
import { maskQuotes } from './mask-quotes.ts'
import { splitClauses } from './split-clauses.ts'
import { trimClause } from './trim-clause.ts'

const same = (text: string): string => text

describe('clauses', () => {
  it('masks quotations and gives them back', () => {
    const { text, unmask } = maskQuotes("say \"a and b\", `c`, “d”, 「e」, 'f g' but don't and ```ts\nh\n```")
    expect(text.replace(/[\ue000-\uf8ff]/g, '#')).toBe("say #, #, #, #, # but don't and #")
    expect(unmask(text)).toBe("say a and b, c, d, e, f g but don't and h")
  })

  it.each([
    ['Could you please list the files for me?', 'list the files'],
    ['请帮我读取 a.ts 吧。', '读取 a.ts'],
    ['then run it!', 'run it'],
    ['thenable', 'thenable'],
  ])('takes the politeness off: %s', (text, expected) => {
    expect(trimClause(text)).toBe(expected)
  })

  it('splits at “and” only where a wish begins behind it', () => {
    const reach = (text: string): 'clause' | 'none' => (/^(?:do|run)\b/.test(text) ? 'clause' : 'none')
    expect(splitClauses('do a and b and run c, then do d. Run e', text => reach(text.toLowerCase()))).toEqual(
      [
        { text: 'do a and b', isNext: false },
        { text: 'run c', isNext: false },
        { text: 'do d', isNext: true },
        { text: 'Run e', isNext: true },
      ],
    )
  })

  it('keeps a wish whole that reaches to the end', () => {
    expect(
      splitClauses('do a. plan b, then c; d', text => (text.startsWith('plan') ? 'everything' : 'clause')),
    ).toEqual([
      { text: 'do a', isNext: false },
      { text: 'plan b, then c; d', isNext: true },
    ])
  })

  it.each([
    ['read a.ts, @b/c.md and .env.', ['a.ts', 'b/c.md', '.env']],
    ['读取a.ts和 src/b.ts。', ['a.ts', 'src/b.ts']],
    ['version 3.5 of https://x.com is fine', []],
    ['the README and the Makefile', ['README', 'Makefile']],
  ])('finds paths: %s', (text, expected) => {
    expect(findPaths(text, same)).toEqual(expected)
  })

  it.each([
    ['list files in src', 'src'],
    ['list files in the folder packages/core', 'packages/core'],
    ['列出 src 目录下的文件', 'src'],
    ['list files in this folder', undefined],
    ['ls lib', 'lib'],
  ])('finds the folder: %s', (text, expected) => {
    expect(findFolder(text, same)).toBe(expected)
  })
})
