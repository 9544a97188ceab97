import { describe, expect, it } from 'vitest'
import { groupFindings } from './group-findings.ts'

describe('groupFindings', () => {
  it('groups by rule and kind in order of appearance, with the first different texts', () => {
    const findings = ['a1', 'b1', 'a1', 'a2', 'a3']
    const groups = groupFindings({
      findings,
      ruleOf: ([rule = '']) => rule,
      kindOf: () => 'k',
      textOf: text => text,
    })
    expect(groups).toEqual([
      { rule: 'a', kind: 'k', count: 4, examples: ['a1', 'a2'] },
      { rule: 'b', kind: 'k', count: 1, examples: ['b1'] },
    ])
  })
})
