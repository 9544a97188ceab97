import type { MessageOrigin } from './user-message.ts'

/** A person said it. */
export const HUMAN_ORIGIN: MessageOrigin = { kind: 'human' }

/** An agent said it to another one. */
export const AGENT_ORIGIN: MessageOrigin = { kind: 'agent' }

/** The program said it. */
export const SYSTEM_ORIGIN: MessageOrigin = { kind: 'system' }

/** Its kind, in whichever of the two forms it was written. */
export function originKind(origin: MessageOrigin | undefined): string | undefined {
  return typeof origin === 'object' ? origin.kind : origin
}
