import type { AssistantMessage } from '../message/assistant-message.ts'
import { createUserMessage, type UserMessage } from '../message/user-message.ts'
import { deriveUUID } from '../message/uuid.ts'
import { renderContextSections } from './render-attachment/render-context-sections.ts'
import { wrapInSystemReminder } from './render-attachment/wrap-in-system-reminder.ts'

// The parts of a split message count up from zero; the other end of the range is free.
const CONTEXT_INDEX = 0xffff_ffff_ffff

const INTRODUCTION =
  'Background for this conversation, from the project and the person whom you work for. Follow the instructions in it; leave aside what has nothing to do with the task.'

/**
 * Puts the project's instructions and the like before the first message, as a meta message. The same
 * conversation and context give the same bytes, uuid and time included, so that the prompt cache holds.
 */
export function prependUserContext(
  messages: readonly (UserMessage | AssistantMessage)[],
  context: Readonly<Record<string, string>>,
): readonly (UserMessage | AssistantMessage)[] {
  const first = messages[0]
  const sections = renderContextSections(context)
  if (!first || sections === '') return messages
  const message = createUserMessage({
    content: wrapInSystemReminder(`${INTRODUCTION}\n\n${sections}`),
    isMeta: true,
    // A foreign file may lack both; neither chance nor the clock may stand in for them.
    uuid: deriveUUID(`${first.uuid}`, CONTEXT_INDEX),
    timestamp: first.timestamp ?? '',
  })
  return [message, ...messages]
}
