import type { ContextReference } from '../message/context-reference.ts'
import { createUserMessage, type UserMessage } from '../message/user-message.ts'
import { addContext } from './render-context.ts'

/** A person's words with what they attached: once rendered for the model, once as data for screens. */
export function createUserMessageWithContext(
  text: string,
  references: readonly ContextReference[],
): UserMessage {
  const prompt = addContext(text, references)
  return createUserMessage({
    content: prompt === '' ? '' : [{ type: 'text', text: prompt }],
    ...(references.length > 0 && { contexts: references }),
  })
}
