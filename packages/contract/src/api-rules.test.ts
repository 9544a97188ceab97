import { historyCases } from '@antiphon/core/testing/contract-cases/index'
import { describe, expect, it } from 'vitest'
import { API_RULES } from './api-rules.ts'
import { checkApiContract } from './check-api-contract.ts'
import { checkStage } from './check-order.ts'
import { parameterRules } from './rules/parameters/index.ts'

describe.each(historyCases)(
  '$rule: $title',
  ({ rule, breaks, passes, target, passesTarget, ...expected }) => {
    it('is refused, for no other reason', () => {
      const violations = checkApiContract(breaks, target)
      const rules = new Set(violations.map(violation => violation.rule))
      expect(rules).toEqual(new Set([rule, ...(expected.also ?? [])]))
    })

    it('is found where it is', () => {
      const found = checkApiContract(breaks, target).filter(violation => violation.rule === rule)
      expect(found.map(violation => violation.path)).toContain(expected.path)
      if (expected.message !== undefined) {
        expect(found.map(violation => violation.message)).toContain(expected.message)
      }
    })

    it('has a neighbour that passes', () => {
      expect(checkApiContract(passes, passesTarget ?? target)).toEqual([])
    })
  },
)

describe('API_RULES', () => {
  it('has a case for every rule about the history', () => {
    const parameters = new Set(parameterRules)
    const rules = API_RULES.filter(rule => !parameters.has(rule)).map(rule => rule.id)
    const covered = new Set(historyCases.map(({ rule }) => rule))
    expect(rules.filter(rule => !covered.has(rule))).toEqual([])
    expect([...covered].filter(rule => !rules.includes(rule))).toEqual([])
  })

  it('is in the order in which the API looks', () => {
    const stages = API_RULES.map(rule => checkStage(rule.id))
    expect(stages).toEqual([...stages].sort((left, right) => left - right))
    expect(API_RULES[0]?.id).toBe('ENV-01')
  })

  it('says in one sentence what each rule asks', () => {
    for (const { title } of API_RULES) expect(title.length).toBeGreaterThan(10)
  })
})
