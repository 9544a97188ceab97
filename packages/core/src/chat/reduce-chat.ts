import { isObject } from '@antiphon/contract'
import { readText } from '../message/read-field.ts'
import type { WireEvent } from '../wire/wire-event.ts'
import { readElicitation } from './chat-elicitation.ts'
import type { ChatEvent } from './chat-event.ts'
import { readQuestion } from './chat-question.ts'
import { type ChatAction, type ChatState, giveBack, NO_CHAT } from './chat-state.ts'
import { addStreamEvent, endTail, markSaid, NO_TAIL } from './chat-tail.ts'
import { noteDecided } from './decided.ts'
import { readDoing, readRetry } from './read-doing.ts'
import { readPeople, readWaiting } from './read-people.ts'
import { dropTaken, mergeQueued, takeWaiting } from './sent-prompts.ts'
import { noteAnswer, noteResult } from './turn-spending.ts'

/** The state after what happened. */
export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.kind) {
    case 'heard':
      return action.events.reduce(hear, state)
    case 'sent':
      return { ...state, sent: [...state.sent, action.prompt], trouble: null }
    case 'unsent':
      return giveBack({ ...state, trouble: { kind: 'refused', words: action.words } }, action.uuid)
    case 'answered':
      return { ...state, ...withoutAsked(state, action.requestId) }
    case 'wished':
      return { ...state, wishes: [...state.wishes, action.wish], trouble: null }
    case 'troubled':
      return { ...state, trouble: action.trouble }
    case 'returned-taken':
      return { ...state, returned: null }
    case 'restarted':
      return restart(state)
    case 'resumed':
      return {
        ...state,
        sent: mergeQueued(state.sent, action),
        isHolding: action.isHolding,
        people: action.people,
      }
  }
}

/** What the agent says anew counts; what was asked of it here, and what is over, stands. */
function restart(state: ChatState): ChatState {
  const { sent, isHolding, wishes, spending, model, permissionMode, trouble, returned, people } = state
  return { ...NO_CHAT, sent, isHolding, wishes, spending, model, permissionMode, trouble, returned, people }
}

/** An event counts once, however often it comes. */
function hear(state: ChatState, { seq, event }: ChatEvent): ChatState {
  return seq < state.next ? state : take({ ...state, next: seq + 1 }, event)
}

function take(state: ChatState, event: WireEvent): ChatState {
  // A subagent's words stand in its own log, and the session shows them where they belong.
  const isNested = typeof readText(event, 'parent_tool_use_id') === 'string'
  switch (event.type) {
    case 'system':
      return takeSystem(state, event)
    case 'stream_event':
      return isNested ? state : { ...state, tail: addStreamEvent(state.tail, event.event), retry: null }
    case 'assistant':
      if (isNested) return state
      return {
        ...state,
        tail: markSaid(state.tail, event.message, event.uuid),
        spending: noteAnswer(state.spending, event.message),
      }
    case 'user':
      return { ...state, sent: dropTaken(state.sent, [event.uuid]) }
    case 'command_lifecycle':
      return event.state === 'queued' ? state : { ...state, sent: dropTaken(state.sent, [event.uuid]) }
    case 'tool_use_summary':
    case 'tool_progress':
      return isNested ? state : { ...state, doing: readDoing(event) ?? state.doing }
    case 'result':
      return takeResult(state, event)
    case 'control_request':
      return ask(state, event)
    case 'control_cancel_request':
      return {
        ...state,
        ...withoutAsked(state, event.request_id),
        decided: noteDecided(state.decided, event),
      }
    case 'control_response':
      return settleWish(state, event.response)
    default:
      return state
  }
}

function takeSystem(state: ChatState, event: Extract<WireEvent, { readonly type: 'system' }>): ChatState {
  switch (event.subtype) {
    case 'init':
      return {
        ...state,
        phase: 'running',
        isHolding: false,
        tail: NO_TAIL,
        retry: null,
        doing: null,
        trouble: null,
        decided: [],
        model: readText(event, 'model') ?? state.model,
        permissionMode: readText(event, 'permissionMode') ?? state.permissionMode,
      }
    case 'session_state_changed':
      return event.state === 'idle'
        ? { ...state, phase: 'idle' }
        : { ...state, phase: 'running', isHolding: false }
    case 'status':
      return {
        ...state,
        model: readText(event, 'model') ?? state.model,
        permissionMode: readText(event, 'permissionMode') ?? state.permissionMode,
      }
    case 'informational':
      return takeNotice(state, event)
    case 'presence':
      return { ...state, people: readPeople(event) }
    case 'prompts_waiting':
      return takeWaiting(state, readWaiting(event))
    case 'api_retry':
      return { ...state, retry: readRetry(event) }
    default:
      return readText(event, 'subtype') === 'agent_ended' ? takeEnd(state, event) : state
  }
}

/** A store that is away stays in sight until it is back; any other notice until the next turn. */
function takeNotice(state: ChatState, event: object): ChatState {
  const tag = readText(event, 'tag') ?? ''
  const isStoreAway = tag.startsWith('store-') ? tag === 'store-away' : state.isStoreAway
  if (readText(event, 'level') !== 'warning')
    return tag === 'store-back'
      ? { ...state, isStoreAway, trouble: state.isStoreAway ? null : state.trouble }
      : state
  return { ...state, isStoreAway, trouble: { kind: 'notice', words: readText(event, 'content') ?? '' } }
}

/** The program at the other end of the server's pipe is gone, and says why. */
function takeEnd(state: ChatState, event: object): ChatState {
  const trouble = { kind: 'agent-ended', words: readText(event, 'words') ?? '' } as const
  return { ...state, phase: 'idle', questions: [], elicitations: [], doing: null, trouble }
}

function takeResult(state: ChatState, event: Extract<WireEvent, { readonly type: 'result' }>): ChatState {
  const failed = isObject(event) && event.is_error === true && !ABORTED.has(String(event.terminal_reason))
  const words = 'errors' in event ? (event.errors ?? []).join(' ') : (readText(event, 'result') ?? '')
  return {
    ...state,
    phase: 'idle',
    tail: endTail(state.tail),
    retry: null,
    doing: null,
    sent: dropTaken(state.sent, event.user_message_uuids ?? []),
    spending: noteResult(state.spending, event),
    trouble: failed ? { kind: 'turn-failed', words } : state.trouble,
  }
}

/** What a person stopped is no failure. */
const ABORTED: ReadonlySet<string> = new Set(['aborted_streaming', 'aborted_tools'])

function takeBack(state: ChatState, uuid: string, isDropped: boolean): ChatState {
  const back = giveBack(state, uuid)
  return isDropped ? { ...back, returned: null } : back
}

function ask(state: ChatState, frame: WireEvent): ChatState {
  const question = readQuestion(frame)
  const elicitation = readElicitation(frame)
  const { questions, elicitations } = withoutAsked(state, (question ?? elicitation)?.requestId ?? '')
  if (question) return { ...state, questions: [...questions, question] }
  return elicitation ? { ...state, elicitations: [...elicitations, elicitation] } : state
}

function withoutAsked(
  { questions, elicitations }: ChatState,
  requestId: string,
): Pick<ChatState, 'questions' | 'elicitations'> {
  const isOther = (one: { readonly requestId: string }): boolean => one.requestId !== requestId
  return { questions: questions.filter(isOther), elicitations: elicitations.filter(isOther) }
}

/** The state after the agent's answer to a wish; answers to questions of others change nothing. */
function settleWish(state: ChatState, response: unknown): ChatState {
  const requestId = readText(response, 'request_id')
  const wish = state.wishes.find(one => one.requestId === requestId)
  if (!wish || !isObject(response)) return state
  const settled = { ...state, wishes: state.wishes.filter(one => one !== wish) }
  if (response.subtype !== 'success') {
    const words = readText(response, 'error') ?? ''
    return { ...settled, trouble: { kind: 'refused', words } }
  }
  const answer = response.response
  switch (wish.request.subtype) {
    case 'interrupt':
    case 'peer_edit':
      return settled
    case 'set_model':
      return { ...settled, model: readText(answer, 'model') ?? wish.request.model }
    case 'set_permission_mode':
      return { ...settled, permissionMode: readText(answer, 'mode') ?? wish.request.mode }
    case 'cancel_async_message':
      return isObject(answer) && answer.cancelled === true
        ? takeBack(settled, wish.request.message_uuid, wish.isDropped === true)
        : { ...settled, trouble: { kind: 'too-late', words: '' } }
  }
}
