import type { ContentBlock } from '@antiphon/contract'

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
