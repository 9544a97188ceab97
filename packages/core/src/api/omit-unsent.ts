import { isObject } from '@antiphon/contract'
import {
  isAttachmentMessage,
  isProgressMessage,
  isSyntheticApiErrorMessage,
  isSystemLocalCommandMessage,
} from '../message/message-guards.ts'
import { toName } from './note.ts'

/** Why a message of the log is not for the model, by the rule that says so; `null` for one that is. */
export function unsentReason(
  message: Readonly<Record<string, unknown>>,
): { rule: string; detail: string } | null {
  if ((message.type === 'user' || message.type === 'assistant') && message.isVirtual === true) {
    return { rule: 'SEED-virtual', detail: `virtual ${message.type} message` }
  }
  if (isProgressMessage(message)) return { rule: 'SEED-progress', detail: 'progress message' }
  if (isSyntheticApiErrorMessage(message)) return { rule: 'SEED-api-error', detail: 'synthetic API error' }
  if (message.type === 'system') {
    if (isSystemLocalCommandMessage(message) || speaksAsSystem(message)) return null
    return { rule: 'SEED-system', detail: `system message ${toName(message.subtype ?? '')}`.trim() }
  }
  if (message.type === 'user' || message.type === 'assistant') {
    return isObject(message.message)
      ? null
      : { rule: 'SEED-shape', detail: `${message.type} message without content` }
  }
  if (isAttachmentMessage(message)) return null
  if (message.type === 'tombstone') return { rule: 'SEED-tombstone', detail: 'tombstone' }
  return { rule: 'SEED-type', detail: `not a message: ${toName(message.type)}` }
}

/** True for a stored system message whose content is addressed to the model (`role: "system"`). */
export function speaksAsSystem(message: Readonly<Record<string, unknown>>): boolean {
  return message.type === 'system' && isObject(message.message) && message.message.role === 'system'
}
