import type { ApiTarget } from '../../api-target.ts'
import type { Checks } from '../../rule.ts'
import { canonicalModelName } from '../../tables/models.ts'
import { EFFORTS } from './output.ts'
import { bodyOf, isOneOf, objectAt } from './request-parts.ts'
import { thinkingType } from './thinking-config.ts'

const USE_ADAPTIVE = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'

/** THK-01…03 and THK-06: whether the model thinks in the way that is asked for. */
export const thinkingChecks: Checks = {
  *'THK-01'(request, target) {
    const type = thinkingType(request)
    if (accepts(target, type)) return
    if (type === 'enabled' && !isContested(target)) {
      yield {
        path: 'thinking',
        message: `"thinking.type.enabled" is not supported for this model. ${USE_ADAPTIVE}`,
      }
    }
    if (type === 'between_tools') {
      yield { path: 'thinking', message: '"thinking.type.between_tools" is not supported for this model.' }
    }
  },
  *'THK-02'(request, target) {
    if (thinkingType(request) !== 'disabled' || accepts(target, 'disabled')) return
    yield { path: 'thinking', message: disabledText(target) }
  },
  *'THK-03'(request, target) {
    if (thinkingType(request) !== 'adaptive' || accepts(target, 'adaptive')) return
    yield { path: 'thinking', message: 'adaptive thinking is not supported on this model' }
  },
  *'THK-06'(request, target) {
    const { effort } = objectAt(bodyOf(request), 'output_config')
    const highest = highestEffort(thinkingType(request), target)
    if (!isOneOf(effort, EFFORTS) || highest === undefined) return
    if (EFFORTS.indexOf(effort) <= EFFORTS.indexOf(highest)) return
    const reason = 'is not supported when thinking is disabled on this model.'
    const advice = `Use effort '${highest}' or below, or enable thinking.`
    yield {
      path: 'output_config.effort',
      message: `output_config.effort '${effort}' ${reason} ${advice}`,
    }
  },
}

function accepts(target: ApiTarget, type: unknown): boolean {
  return isOneOf(type, target.modelFacts.thinkingTypes)
}

/** One live probe of the 5.5 models accepted manual thinking, against the documentation. */
function isContested(target: ApiTarget): boolean {
  return !target.strict && ['claude-opus-5-5', 'claude-sonnet-5-5'].includes(canonicalModelName(target.model))
}

function disabledText(target: ApiTarget): string {
  if (accepts(target, 'between_tools')) {
    return 'To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of {"type": "disabled"}. The model does not think before responding. The short updates it writes between tool calls come back as thinking blocks.'
  }
  const refusal = '"thinking.type.disabled" is not supported for this model.'
  if (!accepts(target, 'enabled')) return `${refusal} ${USE_ADAPTIVE}`
  return `${refusal} Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.`
}

/** The effort that a model still takes when it does not think; absent where it has no such limit. */
function highestEffort(type: unknown, target: ApiTarget): string | undefined {
  if (type === 'between_tools') return 'high'
  return type === 'disabled' ? target.modelFacts.disabledMaxEffort : undefined
}
