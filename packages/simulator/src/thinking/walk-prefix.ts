import { createHash, type Hash } from 'node:crypto'
import { type ApiRequest, type ContentBlock, isThinkingBlock } from '@antiphon/contract'
import { canonicalJson } from '../canonical-json.ts'
import { toBlocks } from '../tokens/loaded-tools.ts'
import { digest } from './seal-payload.ts'

/** What stands before a place in a request, as a seal binds it. */
export type PrefixState = {
  readonly system: string
  readonly tools: string
  readonly prefix: string
  readonly prefixBlocks: number
}

/** Thinking in a request, with what stands before it. */
export type PlacedThinking = {
  readonly messageIndex: number
  readonly contentIndex: number
  readonly block: ContentBlock
  readonly before: PrefixState
}

/** Every thinking block of a request with what stands before it; one pass. */
export function walkPrefix(request: ApiRequest): readonly PlacedThinking[] {
  if (!request.messages.some(({ content }) => toBlocks(content).some(isThinkingBlock))) return []
  const frame = { system: digest(canonicalJson(toBlocks(request.system ?? ''))), tools: digestTools(request) }
  const hash = createHash('sha256')
  const thinking: PlacedThinking[] = []
  let prefixBlocks = 0
  let role = ''
  for (const [messageIndex, message] of request.messages.entries()) {
    // Neighbours of one role are one turn: only a change of voice counts.
    if (message.role !== role) hash.update(`\n${message.role}\n`)
    role = message.role
    for (const [contentIndex, block] of toBlocks(message.content).entries()) {
      if (isThinkingBlock(block)) {
        thinking.push({
          messageIndex,
          contentIndex,
          block,
          before: { ...frame, prefix: read(hash), prefixBlocks },
        })
        continue
      }
      hash.update(canonicalJson(block))
      prefixBlocks++
    }
  }
  return thinking
}

function read(hash: Hash): string {
  return hash.copy().digest('hex').slice(0, 16)
}

/** Deferred tools may come and go as long as nobody refers to them. */
function digestTools(request: ApiRequest): string {
  return digest(canonicalJson((request.tools ?? []).filter(tool => tool.defer_loading !== true)))
}
