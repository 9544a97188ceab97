import type { HumanOrigin, MessageAuthor } from '../message/message-author.ts'
import type { PresentPerson, WaitingPrompt } from '../wire/wire-peer-event.ts'
import type { ChatElicitation } from './chat-elicitation.ts'
import type { AttachedContext, AttachedImage, ChatEvent } from './chat-event.ts'
import type { ChatQuestion } from './chat-question.ts'
import { type AnswerTail, NO_TAIL } from './chat-tail.ts'
import type { Decided } from './decided.ts'
import type { Doing, Retry } from './read-doing.ts'
import { NO_SPENDING, type Spending } from './turn-spending.ts'

/** A talk with an agent beside what the log has of it. */
export type ChatState = {
  /** The event to ask for next. */
  readonly next: number
  readonly phase: 'idle' | 'running'
  readonly tail: AnswerTail
  /** Open questions, the oldest first. */
  readonly questions: readonly ChatQuestion[]
  /** What servers ask the person, the oldest first. */
  readonly elicitations: readonly ChatElicitation[]
  /** What was said here and is not taken up yet. */
  readonly sent: readonly SentPrompt[]
  /** What waits with the agent, whoever said it. */
  readonly waiting: readonly WaitingPrompt[]
  /** Who is here. */
  readonly people: readonly PresentPerson[]
  /** What was decided in this turn, by whom. */
  readonly decided: readonly Decided[]
  /** Whether prompts of the log wait for the person's word. */
  readonly isHolding: boolean
  /** What was asked of the agent and is not answered yet. */
  readonly wishes: readonly ControlWish[]
  /** Undefined until the agent tells or is told. */
  readonly model: string | undefined
  readonly permissionMode: string | undefined
  readonly spending: Spending
  readonly retry: Retry | null
  /** Null where the turn has told nothing of it. */
  readonly doing: Doing | null
  /** What went wrong or was refused last, in words. */
  readonly trouble: Trouble | null
  /** Whether the team's store is away, and what is said is kept on the agent's machine until it is back. */
  readonly isStoreAway: boolean
  /** Prompts that came back from the queue, for the field to take. */
  readonly returned: SentPrompt | null
}

export type SentPrompt = {
  readonly uuid: string
  readonly text: string
  readonly contexts: readonly AttachedContext[]
  readonly images?: readonly AttachedImage[]
  /** Who said it, where that was somebody else. */
  readonly author?: MessageAuthor
}

export type Trouble = {
  readonly kind: 'refused' | 'turn-failed' | 'too-late' | 'notice' | 'agent-ended'
  readonly words: string
}

export type ChatAction =
  | { readonly kind: 'heard'; readonly events: readonly ChatEvent[] }
  | { readonly kind: 'sent'; readonly prompt: SentPrompt }
  | { readonly kind: 'unsent'; readonly uuid: string; readonly words: string }
  | { readonly kind: 'answered'; readonly requestId: string }
  | { readonly kind: 'wished'; readonly wish: ControlWish }
  | { readonly kind: 'troubled'; readonly trouble: Trouble | null }
  | { readonly kind: 'returned-taken' }
  /** What was said before is told again, as far as it still holds. */
  | { readonly kind: 'restarted' }
  /** What waits with the agent, though this page may not have sent it. */
  | {
      readonly kind: 'resumed'
      readonly queued: readonly SentPrompt[]
      /** What this window remembered: where it does not wait, it was taken up. */
      readonly remembered: readonly SentPrompt[]
      readonly isHolding: boolean
      readonly people: readonly PresentPerson[]
    }

export const NO_CHAT: ChatState = {
  next: 0,
  phase: 'idle',
  tail: NO_TAIL,
  questions: [],
  elicitations: [],
  sent: [],
  waiting: [],
  people: [],
  decided: [],
  isHolding: false,
  wishes: [],
  model: undefined,
  permissionMode: undefined,
  spending: NO_SPENDING,
  retry: null,
  doing: null,
  trouble: null,
  isStoreAway: false,
  returned: null,
}

/** What was sent comes back to the person who wrote it. */
export function giveBack(state: ChatState, uuid: string): ChatState {
  const returned = state.sent.find(prompt => prompt.uuid === uuid) ?? null
  return { ...state, sent: state.sent.filter(prompt => prompt !== returned), returned }
}

/** Something that a person wants of the agent beside its work. */
export type ControlWish = {
  readonly requestId: string
  /** What is taken back does not come back into the field. */
  readonly isDropped?: boolean
  readonly request:
    | { readonly subtype: 'interrupt' }
    | { readonly subtype: 'set_model'; readonly model: string }
    | { readonly subtype: 'set_permission_mode'; readonly mode: string }
    | { readonly subtype: 'cancel_async_message'; readonly message_uuid: string }
    | {
        readonly subtype: 'peer_edit'
        readonly path: string
        readonly note: string
        readonly origin: HumanOrigin
      }
}

/** The frame that asks for it. */
export function createWishFrame({ requestId, request }: ControlWish): Readonly<Record<string, unknown>> {
  return { type: 'control_request', request_id: requestId, request }
}
