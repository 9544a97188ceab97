import type { ContentBlock } from '@antiphon/contract'

/** The words of a prompt, for those who read no blocks: hooks, and the search for what it mentions. */
export function toPromptText(prompt: string | readonly ContentBlock[]): string {
  if (typeof prompt === 'string') return prompt
  return prompt.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
}
