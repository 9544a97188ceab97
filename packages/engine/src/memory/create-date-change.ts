import { type DateChangeAttachment, isAttachmentMessage, type Message } from '@antiphon/core'
import { toLocalDate } from './local-date.ts'

/** Tells the model that a new day has begun since it was last told the date; null where it knows. */
export function createDateChange(messages: readonly Message[], now: Date): DateChangeAttachment | null {
  const told = messages.findLast(isDated)
  if (!told) return null
  const newDate = toLocalDate(now)
  return dateOf(told) === newDate ? null : { type: 'date_change', newDate }
}

function isDated(message: Message): boolean {
  return dateOf(message) !== undefined
}

function dateOf(message: Message): unknown {
  if (!isAttachmentMessage(message)) return undefined
  const { attachment } = message
  if (attachment.type === 'date') return attachment.date
  return attachment.type === 'date_change' ? attachment.newDate : undefined
}
