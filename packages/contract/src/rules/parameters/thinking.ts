import type { ApiTarget } from '../../api-target.ts'
import { isObject } from '../../json.ts'
import { shown } from '../../request/unknown-tag.ts'
import { type Checks, extraInput, finding } from '../../rule.ts'
import { canonicalModelName } from '../../tables/models.ts'
import { bodyOf, type Fields, hasBeta, isOneOf, isSent, listAt, literals, objectAt } from './request-parts.ts'

/** Every level of effort, from the least. */
export const EFFORTS: readonly string[] = ['low', 'medium', 'high', 'xhigh', 'max']

const USE_ADAPTIVE = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'

/** THK-01…07, THK-14 and THK-23: whether the model thinks in the way that is asked for. */
export const thinkingParameterChecks: Checks = {
  *'THK-01'(request, target) {
    const type = thinkingType(request)
    if (accepts(target, type)) return
    if (type === 'enabled' && !isContested(target)) {
      const message = `"thinking.type.enabled" is not supported for this model. ${USE_ADAPTIVE}`
      yield { path: 'thinking', message }
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
    const { effort } = objectAt(request, 'output_config')
    const highest = highestEffort(thinkingType(request), target)
    if (!isOneOf(effort, EFFORTS) || highest === undefined) return
    if (EFFORTS.indexOf(effort) <= EFFORTS.indexOf(highest)) return
    const reason = 'is not supported when thinking is disabled on this model.'
    const advice = `Use effort '${highest}' or below, or enable thinking.`
    const path = 'output_config.effort'
    yield { path, message: `${path} '${effort}' ${reason} ${advice}` }
  },
  *'THK-04'(request) {
    if (thinkingType(request) !== 'enabled') return
    const thinking = objectAt(request, 'thinking')
    const text = budgetFault(thinking.budget_tokens)
    if (text) yield finding('thinking.budget_tokens', text, 'thinking.enabled.budget_tokens')
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
    const thinking = objectAt(request, 'thinking')
    if (!isSent(thinking, 'display')) return
    const label = `thinking.${shown(type)}.display`
    if (type === 'disabled' || type === 'between_tools') yield extraInput('thinking.display', label)
    if (type !== 'enabled' && type !== 'adaptive') return
    const updates = hasBeta(target, 'thinking-display-updates-') ? ['updates'] : []
    const displays = ['summarized', 'omitted', ...updates]
    if (thinking.display === null || isOneOf(thinking.display, displays)) return
    yield finding('thinking.display', `Input should be ${literals(displays)}`, label)
  },
  *'THK-23'(request, target) {
    const type = thinkingType(request)
    if (!isSent(objectAt(request, 'thinking'), 'block_binding')) return
    const known = type === 'enabled' || type === 'adaptive'
    if (known && hasBeta(target, 'thinking-binding-controls-')) return
    yield extraInput('thinking.block_binding', `thinking.${shown(type)}.block_binding`)
  },
  // Manual thinking asks for its blocks at the head of a tool loop that is still open, and of an answer that was begun
  // for the model (n8n#22550 and claude-code#20705 have the text with `found text`; the documentation of extended
  // thinking says that answers cannot be begun then). Models that take no such beginning refuse it by ROL-03.
  *'THK-14'(request, target) {
    if (thinkingType(request) !== 'enabled') return
    const messages = listAt(request, 'messages').map(bodyOf)
    const start = openToolLoop(messages) ?? (target.modelFacts.prefill ? begunAnswer(messages) : undefined)
    if (!start || ['thinking', 'redacted_thinking'].includes(start.found)) return
    yield finding(`messages.${start.message}.content.0.type`, missingThinking(start.found))
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

/** The `type` of the thinking parameter, where there is one. */
export function thinkingType(request: unknown): unknown {
  return objectAt(request, 'thinking').type
}

/** Whether the model thinks: it was asked to, or it always does. */
export function modelThinks(request: unknown, target: ApiTarget): boolean {
  const type = thinkingType(request)
  if (type === 'enabled' || type === 'adaptive') return true
  return type === undefined && target.modelFacts.thinkingDefault !== 'off'
}

const LEAST_BUDGET = 1024

function budgetFault(budget: unknown): string | undefined {
  if (budget === undefined) return 'Field required'
  if (typeof budget !== 'number' || !Number.isInteger(budget)) return 'Input should be a valid integer'
  return budget < LEAST_BUDGET ? `Input should be greater than or equal to ${LEAST_BUDGET}` : undefined
}

type Start = { readonly message: number; readonly found: string }

/** The answer whose beginning ends the request; neighbours of one role are one answer. */
function begunAnswer(messages: readonly Fields[]): Start | undefined {
  const before = messages.findLastIndex(({ role }) => role !== 'assistant')
  const first = messages[before + 1]
  return first && { message: before + 1, found: firstType(first.content) }
}

/**
 * The first assistant message since the last user text, if that stretch calls tools and the
 * request ends inside it. A user message that carries a result continues the loop even when
 * text follows the result.
 */
function openToolLoop(messages: readonly Fields[]): Start | undefined {
  let start: number | undefined
  let callsTools = false
  for (let index = messages.length - 1; index >= 0; index--) {
    const { role, content } = messages[index] ?? {}
    if (role === 'assistant') {
      start = index
      callsTools ||= hasBlock(content, 'tool_use')
    } else if (role !== 'system' && !hasBlock(content, 'tool_result')) {
      break
    }
  }
  return start === undefined || !callsTools
    ? undefined
    : { message: start, found: firstType(messages[start]?.content) }
}

function hasBlock(content: unknown, type: string): boolean {
  return Array.isArray(content) && content.some(block => isObject(block) && block.type === type)
}

function firstType(content: unknown): string {
  const first = Array.isArray(content) ? content[0] : undefined
  return isObject(first) && typeof first.type === 'string' ? first.type : 'text'
}

function missingThinking(found: string): string {
  return `Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`
}
