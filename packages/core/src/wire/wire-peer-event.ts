import type { HumanOrigin, MessageAuthor } from '../message/message-author.ts'
import type { WireSystem } from './wire-base.ts'

/** What programs hear of the people who share a session. */
export type WirePeerEvent =
  | WirePresenceEvent
  | WirePeerAnswerEvent
  | WirePeerEditEvent
  | WirePromptsWaitingEvent

/** Who is here now: a signal, told anew with each change and stored nowhere. */
export type WirePresenceEvent = WireSystem<'presence'> & { readonly people: readonly PresentPerson[] }

/** A person with a page or a host open on the session. */
export type PresentPerson = { readonly author: MessageAuthor; readonly activity: PresenceActivity }

export type PresenceActivity = 'typing' | 'idle'

/** Which prompts wait for their turn, the oldest first; told to pages with each change. */
export type WirePromptsWaitingEvent = WireSystem<'prompts_waiting'> & {
  readonly prompts: readonly WaitingPrompt[]
}

export type WaitingPrompt = {
  readonly uuid: string
  /** The person's own words. */
  readonly text: string
  readonly author?: MessageAuthor
}

/** Somebody else than the prompt's author decided on a call; the log has it as an attachment of the same uuid. */
export type WirePeerAnswerEvent = WireSystem<'peer_answer'> & {
  readonly origin: HumanOrigin
  readonly behavior: 'allow' | 'deny' | 'answer'
  readonly tool_name: string
  readonly tool_use_id?: string
}

/** Somebody changed a file, and said so. */
export type WirePeerEditEvent = WireSystem<'peer_edit'> & {
  readonly origin: HumanOrigin
  readonly path: string
  readonly note?: string
}
