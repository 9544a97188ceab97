import type { ContentBlock } from '@antiphon/contract'
import { isUserMessage, type Message, type UserMessage } from '@antiphon/core'

/** The words of a prompt, for those who read no blocks: hooks, and the search for what it mentions. */
export function toPromptText(prompt: string | readonly ContentBlock[]): string {
  if (typeof prompt === 'string') return prompt
  return prompt.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
}

/** A prompt, or the empty text where it holds nothing but blanks, which no request may hold: the factory says so in words. */
export function withoutBlanks(prompt: string | readonly ContentBlock[]): string | readonly ContentBlock[] {
  const isBlank =
    typeof prompt === 'string' ? isBlankText(prompt) : prompt.every(block => isBlankText(textOf(block)))
  return isBlank ? '' : prompt
}

function isBlankText(text: string | null): boolean {
  return text !== null && text.trim() === ''
}

function textOf(block: ContentBlock): string | null {
  return block.type === 'text' && typeof block.text === 'string' ? block.text : null
}

/** Numbers the images of a prompt, on from those of the prompts before it: by that number a person speaks of each. */
export function numberImages(
  prompt: string | readonly ContentBlock[],
  before: readonly Message[],
): Pick<UserMessage, 'imagePasteIds'> {
  const images = typeof prompt === 'string' ? [] : prompt.filter(({ type }) => type === 'image')
  if (images.length === 0) return {}
  const last = before.reduce(highest, 0)
  return { imagePasteIds: images.map((_, index) => last + index + 1) }
}

/** A log may hold anything in their place. */
function highest(last: number, message: Message): number {
  const ids: unknown = isUserMessage(message) ? message.imagePasteIds : undefined
  return Array.isArray(ids) ? ids.filter(Number.isSafeInteger).reduce((a, b) => Math.max(a, b), last) : last
}
