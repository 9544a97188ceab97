import type { ContentBlock, TextBlock } from '@antiphon/contract'
import type { ContextReference } from '../message/context-reference.ts'
import { parseContext } from './parse-context.ts'
import { addContext, renderReference } from './render-context.ts'

/**
 * A prompt that names its references at its head, as the model reads them. Those that its block names already are not
 * named again, so that a prompt which was rendered by its sender stays as it is.
 */
export function placeContext(
  prompt: string | readonly ContentBlock[],
  references: readonly ContextReference[],
): string | readonly ContentBlock[] {
  if (references.length === 0) return prompt
  if (typeof prompt === 'string') return addMissing(prompt, references)
  const position = prompt.findIndex(isText)
  const words = prompt[position]
  if (words !== undefined && isText(words)) {
    const text = addMissing(words.text, references)
    return text === words.text ? prompt : prompt.with(position, { ...words, text })
  }
  // Results stand first in a message that has any.
  const first = prompt.findLastIndex(({ type }) => type === 'tool_result') + 1
  return prompt.toSpliced(first, 0, { type: 'text', text: addMissing('', references) })
}

function isText(block: ContentBlock): block is TextBlock {
  return block.type === 'text' && typeof block.text === 'string'
}

function addMissing(prompt: string, references: readonly ContextReference[]): string {
  const { references: named, text } = parseContext(prompt)
  const known = new Set(named.map(renderReference))
  const missing = references.filter(reference => !known.has(renderReference(reference)))
  return missing.length === 0 ? prompt : addContext(text, [...named, ...missing])
}
