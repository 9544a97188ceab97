import { isSafeToolWildcard } from './match-tool-name.ts'
import { parsePermissionRule, type RuleBehavior } from './parse-permission-rule.ts'
import type { PermissionRules } from './permission.ts'

/** A rule that does not do what its author hopes. */
export type RuleProblem = {
  readonly behavior: RuleBehavior
  readonly rule: string
  readonly problem: string
}

/** The rules that cannot be used, each with what is wrong with it. */
export function findRuleProblems(rules: PermissionRules): RuleProblem[] {
  return (['allow', 'deny', 'ask'] as const).flatMap(behavior =>
    rules[behavior].flatMap(rule => {
      const problem = findProblem(rule, behavior)
      return problem === null ? [] : [{ behavior, rule, problem }]
    }),
  )
}

function findProblem(source: string, behavior: RuleBehavior): string | null {
  const rule = parsePermissionRule(source)
  if (rule.kind === 'malformed') return rule.problem
  if (behavior === 'allow' && !isSafeToolWildcard(rule.tool))
    return 'an allow rule may have a wildcard only behind mcp__server__'
  return null
}
