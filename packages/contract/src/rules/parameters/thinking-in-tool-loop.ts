import { isObject } from '../../json.ts'
import type { Checks } from '../../rule.ts'
import { bodyOf, type Fields, listAt } from './request-parts.ts'
import { thinkingType } from './thinking-config.ts'

/**
 * THK-14: manual thinking asks for its blocks at the head of a tool loop that is still open, and of an answer that was
 * begun for the model (n8n#22550 and claude-code#20705 have the text with `found text`; the documentation of extended
 * thinking says that answers cannot be begun then). Models that take no such beginning refuse it by ROL-03.
 */
export const thinkingInToolLoopChecks: Checks = {
  *'THK-14'(request, target) {
    if (thinkingType(request) !== 'enabled') return
    const messages = listAt(bodyOf(request), 'messages').map(bodyOf)
    const start = openToolLoop(messages) ?? (target.modelFacts.prefill ? begunAnswer(messages) : undefined)
    if (!start || ['thinking', 'redacted_thinking'].includes(start.found)) return
    const path = `messages.${start.message}.content.0.type`
    yield { path, message: `${path}: ${missingThinking(start.found)}` }
  },
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
