import { isObject } from '@antiphon/contract'
import type { PersonItem } from '@antiphon/core/ui'

/** True for the note that the context was compacted. */
export function isCompaction({ kind, message }: PersonItem): boolean {
  return kind === 'boundary' && message.type === 'system' && message.subtype === 'compact_boundary'
}

/** How many tokens a model was sent for an answer. */
export function readContextTokens({ message }: PersonItem): number | undefined {
  const answer: unknown = message.type === 'assistant' ? message.message : undefined
  const usage: unknown = isObject(answer) ? answer.usage : undefined
  if (!isObject(usage)) return undefined
  const fields = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']
  const sum = fields.reduce((all, field) => {
    const value: unknown = usage[field]
    return all + (typeof value === 'number' ? value : 0)
  }, 0)
  return sum > 0 ? sum : undefined
}
