import { type Message, randomUUID } from '@antiphon/core'

/** The same words as other messages: the log already holds those, at the place where they were first told. */
export function retell(messages: readonly Message[], now: number): readonly Message[] {
  const timestamp = new Date(now).toISOString()
  return messages.map(message => ({ ...message, uuid: randomUUID(), timestamp }))
}
