import type { ThinkingChoice, ThinkingDisplay } from '@antiphon/engine'
import { toThinkingChoice, withBudget } from '../../agent/to-thinking-choice.ts'
import type { Control } from './control.ts'

/** How much the model thinks from the next turn on, and how its thoughts are told. What is left out stays; null means as at the start. */
export const setMaxThinkingTokens: Control = ({ agent }, request) => {
  const { engine } = agent
  const { max_thinking_tokens: tokens, thinking_display: display } = request
  const first = toThinkingChoice(agent.flags, agent.env)
  const { display: shown, ...amount } = engine.thinking()
  const next = toAmount(tokens, { first, amount })
  const wished = display === undefined ? shown : (display ?? first.display)
  const isKnown = wished === undefined || isDisplay(wished)
  const how = isKnown ? wished : shown
  engine.setThinking({ ...next, ...(how !== undefined && { display: how }) })
  if (!isKnown)
    throw new Error(
      wished === 'highlights'
        ? 'thinking_display highlights is for sessions that Anthropic hosts; the display stays as it was'
        : 'thinking_display must be summarized, omitted or null; the display stays as it was',
    )
  return {}
}

function toAmount(
  tokens: unknown,
  { first, amount }: { readonly first: ThinkingChoice; readonly amount: Omit<ThinkingChoice, 'display'> },
): Omit<ThinkingChoice, 'display'> {
  if (tokens === undefined) return amount
  if (tokens === null) {
    const { display: _display, ...start } = first
    return start
  }
  if (typeof tokens === 'number' && Number.isInteger(tokens) && tokens >= 0) return withBudget(tokens)
  throw new Error('set_max_thinking_tokens needs max_thinking_tokens, a whole number, 0 or null')
}

function isDisplay(value: unknown): value is ThinkingDisplay {
  return value === 'summarized' || value === 'omitted'
}
