import { estimateTokens } from '@antiphon/core/usage'
import type { Answer, AnswerBlock } from '../../simulated-model.ts'

/**
 * Ends an answer where `max_tokens` are used up: text is cut, a call that does not fit is left out. So is thinking that
 * does not fit, and every call after it: manual thinking wants the thought before the call (THK-14).
 */
export function cutAtMaxTokens(answer: Answer, maxTokens: number): Answer {
  if (estimateTokens(answer.blocks) <= maxTokens) return answer
  const kept: AnswerBlock[] = []
  let left = maxTokens
  let isThoughtless = false
  for (const block of answer.blocks) {
    const cost = estimateTokens(block)
    if (cost <= left && !(isThoughtless && block.type === 'tool_use')) {
      kept.push(block)
      left -= cost
      continue
    }
    if (block.type === 'thinking') {
      isThoughtless = true
      continue
    }
    const text = block.type === 'text' && typeof block.text === 'string' ? headOf(block.text, left) : ''
    if (text !== '') kept.push({ type: 'text', text })
    break
  }
  const { stopSequence: _, ...rest } = answer
  return { ...rest, blocks: kept, stopReason: 'max_tokens', outputTokens: maxTokens }
}

/** The longest head of a text that costs no more than `tokens`, never through a surrogate pair. */
function headOf(text: string, tokens: number): string {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (estimateTokens(text.slice(0, middle)) <= tokens) low = middle
    else high = middle - 1
  }
  const isHighSurrogate = (text.charCodeAt(low - 1) & 0xfc00) === 0xd800
  return text.slice(0, isHighSurrogate ? low - 1 : low).trimEnd()
}
