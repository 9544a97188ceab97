import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeJson } from './safe-json.ts'

describe('safeJson', () => {
  it('gives back the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(JSON.parse(safeJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 2000 },
    )
  })

  it('lets no control character reach the terminal', () => {
    const json = safeJson({ text: 'a\u001b[31m\u009b31m\u007f\u202eb' })
    expect(json).toBe('{"text":"a\\u001b[31m\\u009b31m\\u007f\\u202eb"}')
  })

  it('cuts what is nested deeper than the stack reaches', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(safeJson(deep)).toContain('nested too deep')
  })
})
