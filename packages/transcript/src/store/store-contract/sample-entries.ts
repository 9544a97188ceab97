import type { UUID } from '@antiphon/core'
import type { SessionKey } from '../session-key.ts'

/** The session that most cases write. */
export const KEY: SessionKey = { project: '-home-project', session: '11111111-1111-4111-8111-111111111111' }

/** A log below it. */
export const AGENT_KEY: SessionKey = { ...KEY, subpath: 'subagents/agent-a1' }

/** Logs that differ in one part of their key each. */
export const KEYS: readonly SessionKey[] = [
  KEY,
  AGENT_KEY,
  { ...KEY, subpath: 'subagents/workflows/deep/agent-b2' },
  { ...KEY, session: '33333333-3333-4333-8333-333333333333' },
  { ...KEY, project: '-home-other' },
]

/** The message with this number, whose parent is the one before it. */
export function toEntry(number: number): Readonly<Record<string, unknown>> {
  return {
    parentUuid: number <= 1 ? null : toUuid(number - 1),
    isSidechain: false,
    sessionId: KEY.session,
    type: 'user',
    message: { role: 'user', content: `message ${number}` },
    uuid: toUuid(number),
    timestamp: '2026-01-01T00:00:00.000Z',
    number,
  }
}

/** The uuid of the message with this number. */
export function toUuid(number: number): UUID {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}
