import { firstBlock } from '@antiphon/core/ui'

/** True for a picture or file that came with a prompt: an item of its own, but nobody's words. */
export function isEnclosure(message: unknown): boolean {
  const block = firstBlock(message)
  return block !== undefined && block.type !== 'text'
}
