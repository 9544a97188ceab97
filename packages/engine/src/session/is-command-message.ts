import type { UserMessage } from '@antiphon/core'

/** True for what a person typed to call something that is answered without the model, as logs keep it. */
export function isLocalCommandMessage({ message: { content } }: UserMessage): boolean {
  return typeof content === 'string' && /^<(?:command-name|bash-input)>/.test(content)
}

/** True for what such an entry holds, and for a command whose text becomes the prompt: there the message comes first. */
export function isCommandContent(content: unknown): boolean {
  return typeof content === 'string' && /^<(?:command-(?:name|message)|bash-input)>/.test(content)
}
