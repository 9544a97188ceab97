import { isObject } from '@antiphon/contract'
import type { TracedMessage } from './happening.ts'

type Part = Readonly<Record<string, unknown>>

/** Messages in the form of `gen_ai.input.messages`, as text; a long one is cut, so that one span stays one. */
export function formatSaid(messages: readonly TracedMessage[]): string {
  return cut(JSON.stringify(messages.map(({ role, content }) => ({ role, parts: toParts(content) }))))
}

/** An answer in the form of `gen_ai.output.messages`. */
export function formatAnswer(blocks: readonly unknown[], stopReason: string | undefined): string {
  return cut(
    JSON.stringify([
      { role: 'assistant', parts: toParts(blocks), finish_reason: toFinishReason(stopReason) },
    ]),
  )
}

/** Why an answer ended, in the words of the conventions. */
export function toFinishReason(stopReason: string | undefined): string {
  return FINISH_REASONS.get(stopReason ?? '') ?? stopReason ?? 'stop'
}

const FINISH_REASONS: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['tool_use', 'tool_call'],
  ['refusal', 'content_filter'],
])

/** What an attribute may hold: collectors refuse messages that are too large. */
export function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… ${text.length - LONGEST} more characters`
}

const LONGEST = 60_000

function toParts(content: unknown): readonly Part[] {
  if (typeof content === 'string') return [{ type: 'text', content }]
  return Array.isArray(content) ? content.filter(isObject).map(toPart) : []
}

function toPart(block: Part): Part {
  switch (block.type) {
    case 'text':
      return { type: 'text', content: block.text }
    case 'thinking':
      return { type: 'reasoning', content: block.thinking }
    case 'tool_use':
      return { type: 'tool_call', id: block.id, name: block.name, arguments: block.input }
    case 'tool_result':
      return { type: 'tool_call_response', id: block.tool_use_id, response: block.content }
    default:
      // Bytes of pictures and documents are in the log.
      return { type: String(block.type) }
  }
}
