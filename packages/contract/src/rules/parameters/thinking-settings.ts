import type { Checks } from '../../rule.ts'
import { extraInput } from './known-fields.ts'
import { bodyOf, hasBeta, isOneOf, isSent, literals, objectAt, shown } from './request-parts.ts'
import { thinkingType } from './thinking-config.ts'

const LEAST_BUDGET = 1024

/** THK-04, THK-05, THK-07 and THK-23: what else the thinking parameter says. */
export const thinkingSettingChecks: Checks = {
  *'THK-04'(request) {
    if (thinkingType(request) !== 'enabled') return
    const thinking = objectAt(bodyOf(request), 'thinking')
    const text = budgetFault(thinking.budget_tokens)
    if (text) {
      yield { path: 'thinking.budget_tokens', message: `thinking.enabled.budget_tokens: ${text}` }
    }
  },
  *'THK-05'(request, target) {
    const body = bodyOf(request)
    const budget = objectAt(body, 'thinking').budget_tokens
    if (thinkingType(request) !== 'enabled' || hasBeta(target, 'interleaved-thinking-')) return
    if (typeof budget !== 'number' || typeof body.max_tokens !== 'number' || budget < body.max_tokens) return
    const message =
      '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size'
    yield { path: 'thinking.budget_tokens', message }
  },
  *'THK-07'(request, target) {
    const type = thinkingType(request)
    const thinking = objectAt(bodyOf(request), 'thinking')
    if (!isSent(thinking, 'display')) return
    const label = `thinking.${shown(type)}.display`
    if (type === 'disabled' || type === 'between_tools') yield extraInput('thinking.display', label)
    if (type !== 'enabled' && type !== 'adaptive') return
    const displays = [
      'summarized',
      'omitted',
      ...(hasBeta(target, 'thinking-display-updates-') ? ['updates'] : []),
    ]
    if (thinking.display === null || isOneOf(thinking.display, displays)) return
    yield { path: 'thinking.display', message: `${label}: Input should be ${literals(displays)}` }
  },
  *'THK-23'(request, target) {
    const type = thinkingType(request)
    if (!isSent(objectAt(bodyOf(request), 'thinking'), 'block_binding')) return
    const known = type === 'enabled' || type === 'adaptive'
    if (known && hasBeta(target, 'thinking-binding-controls-')) return
    yield extraInput('thinking.block_binding', `thinking.${shown(type)}.block_binding`)
  },
}

function budgetFault(budget: unknown): string | undefined {
  if (budget === undefined) return 'Field required'
  if (typeof budget !== 'number' || !Number.isInteger(budget)) return 'Input should be a valid integer'
  return budget < LEAST_BUDGET ? `Input should be greater than or equal to ${LEAST_BUDGET}` : undefined
}
