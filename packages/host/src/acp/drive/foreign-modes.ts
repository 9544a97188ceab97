import type { SessionModeState } from '@agentclientprotocol/sdk'
import type { PermissionMode } from '@antiphon/core'

/** What agents call the ways in which they work, beside our names for them. */
const NAMES: readonly (readonly [PermissionMode, RegExp])[] = [
  ['plan', /^(?:plan|readonly|read|architect)$/],
  ['acceptEdits', /^(?:acceptedits|autoedit|autoedits|edit|edits)$/],
  ['bypassPermissions', /^(?:bypasspermissions|yolo|fullaccess|dangerfullaccess|autopilot)$/],
  ['dontAsk', /^dontask$/],
  ['auto', /^auto$/],
  ['default', /^(?:default|ask|code|agent|build|normal|askbeforeedits|workspacewrite)$/],
]

/** Our name for a mode of another agent; its own where we have none. */
export function toOwnMode(id: string): string {
  const plain = id.toLowerCase().replace(/[^a-z]/g, '')
  return NAMES.find(([, pattern]) => pattern.test(plain))?.[0] ?? id
}

/** The agent's own name of a mode that a person chose; throws with what there is. */
export function toForeignMode(wished: string, modes: SessionModeState | null): string {
  const available = modes?.availableModes ?? []
  const found =
    available.find(({ id }) => id === wished) ?? available.find(({ id }) => toOwnMode(id) === wished)
  if (found) return found.id
  const names = available.map(({ id }) => id).join(', ')
  throw new Error(
    names === ''
      ? 'This agent has no modes: it asks as it is set up to.'
      : `This agent has no mode ${wished}; it has ${names}.`,
  )
}
