import { type Message, randomUUID } from '@antiphon/core'
import { createModelMessage } from '../memory/collect-session-context.ts'

/** The same words as other messages, since the log may hold those already, at the place where they were first told; only which model answers is told as it is now. */
export function retell(
  messages: readonly Message[],
  { now, model }: { readonly now: number; readonly model: string },
): readonly Message[] {
  const timestamp = new Date(now).toISOString()
  return messages.map(message => ({ ...ofModel(message, model), uuid: randomUUID(), timestamp }))
}

function ofModel(message: Message, model: string): Message {
  const isModel = message.type === 'attachment' && message.attachment.type === 'model'
  return isModel ? createModelMessage(model) : message
}
