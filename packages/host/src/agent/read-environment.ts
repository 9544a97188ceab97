import { DEFAULT_THINKING, type ThinkingChoice } from '@antiphon/engine'
import type { AgentFlags } from './agent-flags.ts'

/** How often a failed request is tried again, as CLAUDE_CODE_MAX_RETRIES says; undefined for the engine's own number. */
export function readMaxRetries(env: Environment): number | undefined {
  const value = env.CLAUDE_CODE_MAX_RETRIES
  return value !== undefined && WHOLE_NUMBER.test(value) ? Number(value) : undefined
}

/** What is wrong with the variable, for a person. */
export function describeMaxRetries(env: Environment): readonly string[] {
  const value = env.CLAUDE_CODE_MAX_RETRIES
  if (!value || WHOLE_NUMBER.test(value)) return []
  return [`CLAUDE_CODE_MAX_RETRIES is "${value}", which is no whole number: it was ignored.`]
}

type Environment = Readonly<Record<string, string | undefined>>

const WHOLE_NUMBER = /^\d{1,9}$/

type Variables = Readonly<Record<string, string | undefined>>

/** The small model that does small jobs beside the conversation; null where none is named, since its answers cost. */
export function readSmallModel(env: Variables): string | null {
  return env.ANTHROPIC_SMALL_FAST_MODEL || null
}

/** Who sums up batches of calls: nobody, rules, or the small model. */
type SummaryChoice = 'off' | 'rules' | 'model'

/** Rules, which cost nothing, unless the person names a small model, or wants it or nothing. */
export function readSummaryChoice(env: Variables): SummaryChoice {
  const wish = env.CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES?.trim().toLowerCase() ?? ''
  if (NO.has(wish)) return 'off'
  return wish !== '' || readSmallModel(env) !== null ? 'model' : 'rules'
}

/** Whether who comes back after a while is told what happened. */
export function wantsAwaySummary(env: Variables, setting: unknown): boolean {
  const wish = env.CLAUDE_CODE_ENABLE_AWAY_SUMMARY?.trim().toLowerCase() ?? ''
  return wish === '' ? setting !== false : !NO.has(wish)
}

const NO: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off'])

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
