import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mcpToolNames } from './create-server-tools.ts'

const named = (...pairs: readonly (readonly [string, string])[]) =>
  mcpToolNames(pairs.map(([server, tool]) => ({ server, tool })))

describe('mcpToolNames', () => {
  it('keeps plain names and makes others plain', () => {
    expect(named(['github', 'list_issues'], ['my server', 'a.b/c'])).toEqual([
      'mcp__github__list_issues',
      'mcp__my_server__a_b_c',
    ])
  })

  it('tells names apart that become the same, and leaves the one that needs no change', () => {
    const [exact, dotted] = named(['files', 'read_all'], ['files', 'read.all'])
    expect(exact).toBe('mcp__files__read_all')
    expect(dotted).toMatch(/^mcp__files__read_all_[0-9a-f]{8}$/)
    const [one, other] = named(['a', 'b__c'], ['a__b', 'c'])
    expect(one).not.toBe(other)
  })

  it('gives acceptable, distinct names that do not depend on the order', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom('a', 'a_b', 'a.b', 'a__b', 'b__c', 'c', 'x'.repeat(90)),
    )
    const ids = fc.uniqueArray(fc.record({ server: part, tool: part }), {
      selector: id => JSON.stringify(id),
    })
    fc.assert(
      fc.property(ids, list => {
        const names = mcpToolNames(list)
        expect(names.every(name => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true)
        expect(new Set(names).size).toBe(list.length)
        expect(mcpToolNames(list.toReversed()).toReversed()).toEqual(names)
      }),
    )
  })
})
