import type { ApiRequest } from '@antiphon/core'
import type { AnswerBlock } from '../../simulated-model.ts'
import { blocksOf } from '../situation/situation.ts'

/** Where the request begins the answer itself, the answer does not say that beginning again. */
export function continuePrefill(
  blocks: readonly AnswerBlock[],
  { messages }: ApiRequest,
): readonly AnswerBlock[] {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return blocks
  const begun = blocksOf(last).at(-1)
  return blocks.flatMap((block, index): readonly AnswerBlock[] => {
    if (index > 0 || block.type !== 'text' || typeof block.text !== 'string' || begun?.type !== 'text')
      return [block]
    if (!block.text.startsWith(begun.text)) return [block]
    const text = block.text.slice(begun.text.length)
    return text.trim() === '' ? [] : [{ type: 'text', text }]
  })
}
