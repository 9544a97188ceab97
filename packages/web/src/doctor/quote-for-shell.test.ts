import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteForShell } from './quote-for-shell.ts'

describe('quoteForShell', () => {
  it('leaves a plain path as it is', () => {
    expect(quoteForShell('/home/me/.claude/a-b.jsonl')).toBe('/home/me/.claude/a-b.jsonl')
  })
  it('quotes a path of Windows as Windows does', () => {
    expect(quoteForShell('C:\\Users\\a b\\s.jsonl')).toBe('"C:\\Users\\a b\\s.jsonl"')
  })
  it('is one word for a shell, whatever stands in it', () => {
    const path = fc.string({
      unit: fc.constantFrom('a', ' ', "'", '"', '$', '`', '\\', ';', '*', '~'),
      minLength: 1,
    })
    fc.assert(
      fc.property(path, text => {
        const said = execFileSync('/bin/sh', ['-c', `printf %s ${quoteForShell(`/x${text}`)}`])
        expect(said.toString()).toBe(`/x${text}`)
      }),
      { numRuns: 30 },
    )
  })
})
