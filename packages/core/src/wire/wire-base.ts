import type { UUID } from '../message/uuid.ts'

/** What nearly every event on the wire carries: its own name and that of its session. */
export type WireBase = { readonly uuid: UUID; readonly session_id: string }

/** The ground of an event of type `system`. */
export type WireSystem<Subtype extends string> = WireBase & {
  readonly type: 'system'
  readonly subtype: Subtype
}

/** Ties what the program emits to the prompts that caused it. */
export type WireCause = {
  readonly user_message_uuid?: UUID
  readonly user_message_uuids?: readonly UUID[]
  readonly resume_reason?: string
}
