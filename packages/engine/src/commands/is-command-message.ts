import type { UserMessage } from '@antiphon/core'

/** True for what a person typed to call something, as logs keep it. */
export function isCommandMessage({ message: { content } }: UserMessage): boolean {
  return isCommandContent(content)
}

/** The same for what such an entry holds. */
export function isCommandContent(content: unknown): boolean {
  return typeof content === 'string' && /^<(?:command-(?:name|message)|bash-input)>/.test(content)
}
