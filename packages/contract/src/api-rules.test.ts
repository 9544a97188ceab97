import { historyCases } from '@antiphon/core/testing/contract-cases/index'
import { describe, expect, it } from 'vitest'
import { API_RULES } from './api-rules.ts'
import { checkApiContract } from './check-api-contract.ts'
import { toRules } from './rule-catalogue.ts'
import { parameterChecks } from './rules/parameters/index.ts'

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
    const parameters = new Set(toRules(parameterChecks).map(rule => rule.check))
    const rules = API_RULES.filter(rule => !parameters.has(rule.check)).map(rule => rule.id)
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

/** The stages in which the API looks at a request, by the rules that belong to each (api-rules §7, inferred). */
const STAGES: readonly (readonly RegExp[])[] = [
  [/^ENV-0[12]$/],
  [/^ENV-0[4-7]$/],
  [/^ENV-03$/],
  [
    /^ENV-(?!08)/,
    /^TOK-(0[19]|1[01])$/,
    /^(TDF|SKL|BAT|FBK|THR)-/,
    /^EMP-07$/,
    /^TUP-(0[789]|12)$/,
    /^SRV-0[125]$/,
    /^THK-(0[47]|1[25]|23)$/,
    /^CAC-0[36]$/,
    /^IMG-05$/,
    /^PDF-03$/,
    /^FIL-01$/,
    /^SYS-07$/,
  ],
  [/^ENV-08$/, /^(OUT|PLT)-/, /^THK-0[12356]$/, /^TCH-04$/, /^SRV-13$/, /^SYS-06$/, /^TOK-0[25678]$/],
  [/^(ROL|EMP|TUP|SRV|TRF|MCP|SYS|THK|TCH|CMP|SEA|CIT)-/],
  [/^(IMG|PDF|FIL)-/],
  [/^CAC-/],
  [/^TOK-/],
]

/** When the API looks at a rule: 0 is first. Rules that nobody has placed come with the meaning of messages. */
function checkStage(ruleId: string): number {
  const stage = STAGES.findIndex(patterns => patterns.some(pattern => pattern.test(ruleId)))
  return stage === -1 ? MEANING : stage
}

const MEANING = 5
