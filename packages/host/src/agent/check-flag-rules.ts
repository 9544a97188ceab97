import { findRuleProblems } from '@antiphon/engine'
import { ProgramError } from '../program-error.ts'
import type { AgentFlags } from './agent-flags.ts'

/** What is wrong with rules that allow; throws for one that forbids, since nobody would notice that it does not. */
export function checkFlagRules({
  allowedTools,
  disallowedTools,
}: Pick<AgentFlags, 'allowedTools' | 'disallowedTools'>): readonly string[] {
  const [wrong] = findRuleProblems({ allow: [], deny: disallowedTools, ask: [] })
  if (wrong)
    throw new ProgramError(
      'wrong-use',
      `--disallowedTools: "${wrong.rule}" forbids nothing: ${wrong.problem}.`,
    )
  return findRuleProblems({ allow: allowedTools, deny: [], ask: [] }).map(
    ({ rule, problem }) => `--allowedTools: "${rule}" allows nothing: ${problem}.`,
  )
}
