import type { ContentBlock } from '@antiphon/contract'
import type { AnswerBlock } from '../model/simulated-model.ts'

/** The blocks of an answer with an id on each call; what has one keeps it. */
export function identifyBlocks(
  blocks: readonly AnswerBlock[],
  newId: (prefix: string) => string,
): readonly ContentBlock[] {
  return blocks.map(block => {
    // A block that lacks nothing but its id or signature is a content block once it has them.
    const named =
      block.type === 'tool_use' && block.id === undefined ? { ...block, id: newId('toolu') } : block
    return named as ContentBlock
  })
}
