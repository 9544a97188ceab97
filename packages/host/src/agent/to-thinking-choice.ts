import { DEFAULT_THINKING, type ThinkingChoice } from '@antiphon/engine'
import type { AgentFlags } from './agent-flags.ts'

/** How much the models think at first: the flags, then MAX_THINKING_TOKENS, else each as it does by itself. */
export function toThinkingChoice(
  { thinking, maxThinkingTokens, thinkingDisplay }: AgentFlags,
  env: Readonly<Record<string, string | undefined>>,
): ThinkingChoice {
  const budget = maxThinkingTokens ?? readBudget(env.MAX_THINKING_TOKENS)
  const display = thinkingDisplay === undefined ? {} : { display: thinkingDisplay }
  if (thinking === 'disabled' || thinking === 'adaptive') return { type: thinking, ...display }
  if (budget !== undefined) return { ...withBudget(budget), ...display }
  return { ...(thinking === 'enabled' ? { type: 'enabled' } : DEFAULT_THINKING), ...display }
}

/** What a number of tokens means: none of them is no thinking. */
export function withBudget(tokens: number): ThinkingChoice {
  return tokens > 0 ? { type: 'enabled', budgetTokens: tokens } : { type: 'disabled' }
}

function readBudget(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
}
