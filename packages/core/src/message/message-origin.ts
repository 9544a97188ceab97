import type { JsonValue } from '@antiphon/contract'
import type { MessageAuthor } from './message-author.ts'

/** Who caused a message. Newer versions, and we, write an object with `kind`, which may say more. */
export type MessageOrigin =
  | 'human'
  | 'agent'
  | 'system'
  | {
      readonly kind: string
      /** The person, where several share a session. */
      readonly author?: MessageAuthor
      readonly [field: string]: JsonValue
    }

/** A person said it. */
export const HUMAN_ORIGIN: MessageOrigin = { kind: 'human' }

/** An agent said it to another one. */
export const AGENT_ORIGIN: MessageOrigin = { kind: 'agent' }

/** The program said it. */
export const SYSTEM_ORIGIN: MessageOrigin = { kind: 'system' }

/** Whether a person said it; so they did where nobody is named. */
export function isOfPerson(origin: MessageOrigin | undefined): boolean {
  return origin === undefined || originKind(origin) === 'human'
}

/** Its kind, in whichever of the two forms it was written. */
export function originKind(origin: MessageOrigin | undefined): string | undefined {
  return typeof origin === 'object' ? origin.kind : origin
}
