import type { TextBlock } from '@antiphon/contract'
import { wrapInSystemReminder } from './wrap-in-system-reminder.ts'

/** A reminder as a block, for renderings that also hold words of a person or media. */
export function createReminderBlock(text: string): TextBlock {
  return { type: 'text', text: wrapInSystemReminder(text) }
}
