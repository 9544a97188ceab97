import { type DateChangeAttachment, isAttachmentMessage, type Message } from '@antiphon/core'

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

/** The day as people write it where the program runs: 2026-01-31. */
export function toLocalDate(time: Date): string {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()]
  return parts.map(part => `${part}`.padStart(2, '0')).join('-')
}
