import { isPermissionMode } from '@antiphon/core'
import type { Talk } from './talk.ts'

/** Asks for the next of some permission modes. */
export function wishNextMode(talk: Talk, modes: readonly string[]): void {
  const now = talk.state().permissionMode ?? talk.standing().permissionMode
  const next = modes[(modes.indexOf(now) + 1) % modes.length] ?? 'default'
  if (isPermissionMode(next)) talk.wish({ subtype: 'set_permission_mode', mode: next })
}

/** Asks for the prompt back that was said last and waits; false where none does. */
export function wishLastBack(talk: Talk): boolean {
  const { sent, waiting } = talk.state()
  const last = sent.at(-1) ?? waiting.at(-1)
  if (last) talk.wish({ subtype: 'cancel_async_message', message_uuid: last.uuid })
  return last !== undefined
}
