import { type ContentBlock, isContentBlock, isObject } from '@antiphon/contract'
import { textOf } from './read-field.ts'
import { stableJson } from './stable-json.ts'

/** A prompt as blocks that a user message may carry: words and media as they are, all else as JSON text. */
export function toPromptBlocks(prompt: unknown): readonly ContentBlock[] {
  const parts: readonly unknown[] = Array.isArray(prompt) ? prompt : [prompt]
  return parts.flatMap(part => toPromptBlock(part) ?? [])
}

function toPromptBlock(part: unknown): ContentBlock | undefined {
  if (part === null || part === undefined) return undefined
  if (typeof part === 'string') return toTextBlock(part)
  if (!isContentBlock(part)) return toTextBlock(stableJson(part))
  if (part.type === 'text') return toTextBlock(part.text)
  const isMedia = (part.type === 'image' || part.type === 'document') && isObject(part.source)
  return isMedia ? part : toTextBlock(stableJson(part))
}

function toTextBlock(text: unknown): ContentBlock | undefined {
  return textOf(text) === '' ? undefined : { type: 'text', text: textOf(text) }
}
