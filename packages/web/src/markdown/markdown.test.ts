import { describe, expect, it } from 'vitest'
import { scopeName, toColourTree } from './colour-tree.ts'
import { colourCode } from './highlighter.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { languageOfFile, toLanguage } from './to-language.ts'

describe('parseMarkdown', () => {
  it('makes no HTML of HTML', () => {
    const tree = JSON.stringify(parseMarkdown('<script>x</script> <b onclick=y>z</b>'))
    expect(tree).toContain('<script>x</script> <b onclick=y>z</b>')
    expect(tree).not.toContain('attrs')
  })
  it('keeps the address of a link that will be refused', () => {
    expect(JSON.stringify(parseMarkdown('[a](javascript:alert(1))'))).toContain('javascript:alert(1)')
  })
  it('takes what is nested without end', () => {
    for (const text of ['>'.repeat(5000), '- '.repeat(3000), '['.repeat(20_000), '**_'.repeat(3000)])
      expect(() => parseMarkdown(text)).not.toThrow()
  })
})

describe('colours', () => {
  it('are parts of the code, which together are the code', () => {
    const code = 'const a = "<b>" // </script>\n'
    const nodes = colourCode(code, 'typescript')
    expect(textOf(nodes)).toBe(code)
    expect(colourCode(code, 'klingon')).toBeUndefined()
  })
  it('have names of letters only', () => {
    expect(scopeName('title.function')).toBe('title')
    expect(scopeName('"><x')).toBe('x')
    expect(toColourTree('no tree')).toBeUndefined()
  })
  it('know languages by their names and by files', () => {
    expect(toLanguage('TSX {1,2}')).toBe('typescript')
    expect(languageOfFile('/a/b.py')).toBe('python')
    expect(languageOfFile('Makefile')).toBe('')
  })
})

function textOf(node: unknown): string {
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return node.map(textOf).join('')
  return typeof node === 'object' && node !== null && 'children' in node ? textOf(node.children) : ''
}
