import type { ContentBlock } from '@antiphon/contract'
import { digest } from './seal-payload.ts'

/** The opaque text of a thinking block; empty where it has none yet. */
export function readSeal(block: ContentBlock): string {
  if (block.type === 'thinking') return block.signature ?? ''
  return block.type === 'redacted_thinking' ? (block.data ?? '') : ''
}

/** The block with its seal in the field where its kind has it. */
export function withSeal(block: ContentBlock, seal: string): ContentBlock {
  if (block.type === 'thinking') return { ...block, signature: seal }
  return block.type === 'redacted_thinking' ? { ...block, data: seal } : block
}

/** What was thought, as far as it can be seen. */
export function digestThinking(block: ContentBlock): string {
  return digest(block.type === 'thinking' ? block.thinking : '')
}
