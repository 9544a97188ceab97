import { isObject } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'
import { estimateText } from './estimate-tokens.ts'
import { PART_KIND, toPartKey } from './part-key.ts'

/** One block of an answer: about how many tokens the model wrote for it, under a key that each copy of it has. */
export type AnswerPart = { readonly key: number; readonly tokens: number }

/**
 * What an answer visibly says, block by block: its text, its thinking as far as it can be read, its calls as JSON. What
 * the model wrote and nobody can see (hidden thinking) is not in it, so all of them together are a lower bound.
 */
export function measureAnswer(content: unknown): readonly AnswerPart[] {
  if (typeof content === 'string') return content === '' ? [] : [toPart(PART_KIND.text, content)]
  if (!Array.isArray(content)) return []
  const parts: AnswerPart[] = []
  for (const block of content) {
    const part = measureBlock(block)
    if (part && part.tokens > 0) parts.push(part)
  }
  return parts
}

function measureBlock(block: unknown): AnswerPart | undefined {
  if (!isObject(block)) return undefined
  switch (block.type) {
    case 'text':
      return toPart(PART_KIND.text, readString(block, 'text') ?? '')
    case 'thinking':
      return toPart(PART_KIND.thinking, readString(block, 'thinking') ?? '')
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const told = `${readString(block, 'name') ?? ''}${JSON.stringify(block.input) ?? ''}`
      const id = readString(block, 'id')
      return id
        ? { key: toPartKey(PART_KIND.id, id, id.length), tokens: estimateText(told) }
        : toPart(PART_KIND.call, told)
    }
    default:
      return undefined
  }
}

/** Lines repeat an answer's blocks without saying which they are: equal text of one kind is one block. */
function toPart(kind: number, text: string): AnswerPart {
  return { key: toPartKey(kind, text, text.length), tokens: estimateText(text) }
}
