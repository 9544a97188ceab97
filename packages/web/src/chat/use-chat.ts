import { createHumanOrigin, type MessageAuthor, randomUUID } from '@antiphon/core'
import {
  type ChatAction,
  type ChatDecision,
  type ChatElicitation,
  type ChatQuestion,
  type ChatState,
  type ControlWish,
  createDecisionFrame,
  createElicitationFrame,
  createWishFrame,
  type ElicitationResponse,
  NO_CHAT,
  reduceChat,
  type SentPrompt,
} from '@antiphon/core/chat'
import type { AgentId, ChatWish, OpenChat, RunningAgent } from '@antiphon/server/protocol'
import { useMutation } from '@tanstack/react-query'
import { type Dispatch, useEffect, useMemo, useReducer, useState } from 'react'
import { readRefusal } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { useAnswer } from '../page/use-answer.ts'
import { useAuthor } from '../people/person.ts'
import { usePresence } from '../people/use-presence.ts'
import { keepChatMemory, readChatMemory } from './chat-memory.ts'
import { type ChatLine, useChatEvents } from './use-chat-events.ts'
import type { Draft } from './use-draft.ts'

/** A session's talk with its agent; none is started before a person says so. */
export type ChatHandle = ChatActions & {
  readonly state: ChatState
  readonly chat: OpenChat | undefined
  readonly line: ChatLine
  readonly isOpening: boolean
  /** An agent runs for it already, and is about to be heard. */
  readonly isJoining: boolean
  /** Whether another window started the agent, and nobody has said anything to it here. */
  readonly isLookedOn: boolean
  /** Whether somebody came here to write, not to read. */
  readonly wantsWords: boolean
  /** How what is said here is signed. */
  readonly author: MessageAuthor
  /** Somebody types. */
  readonly noteTyping: () => void
  /** Starts an agent on the session, or finds the one that runs. */
  readonly open: (more?: AgentWish) => void
  /** Starts one on a copy of the session, in another folder where one is named, and leads there. */
  readonly openCopy: (more?: AgentWish & { readonly cwd?: string }) => void
}

/** Who shall answer, our own agent unless told; and whether the session is taken from whoever writes it. */
type AgentWish = { readonly agent?: AgentId | undefined; readonly takeOver?: boolean }

/** The chat of a session: the one that this window remembers, the one that runs, or the one that is opened. */
export function useChat(session: string, running: RunningAgent | undefined): ChatHandle {
  const client = useClient()
  const signal = useAlive()
  const [remembered] = useState(() => readChatMemory(session))
  const [chat, setChat] = useState<OpenChat | undefined>(remembered?.chat)
  const [state, dispatch] = useReducer(reduceChat, { ...NO_CHAT, sent: remembered?.sent ?? [] })
  const [isLookedOn, setIsLookedOn] = useState(false)
  const [wantsWords, setWantsWords] = useState(remembered?.isNew === true)

  const opening = useMutation({
    mutationFn: (wish: ChatWish) => client.post('chat/open', { session, ...wish }, signal),
    onError(error) {
      dispatch({ kind: 'troubled', trouble: { kind: 'refused', words: readRefusal(error) } })
    },
    onSuccess(opened, { fork }) {
      if (signal.aborted) return
      if (fork) {
        keepChatMemory(opened.session, { chat: opened, sent: [], isNew: true })
        goTo({ kind: 'session', id: opened.session })
        return
      }
      dispatch({ kind: 'troubled', trouble: null })
      dispatch(toResumed(opened, []))
      setWantsWords(true)
      setIsLookedOn(false)
      setChat(opened)
    },
  })

  function askForQueue(): void {
    if (!remembered) return
    client.get('chat/state', { chat: remembered.chat.chat }, signal).then(
      opened => dispatch(toResumed(opened, remembered.sent)),
      () => undefined,
    )
  }
  const line = useChatEvents({ chat: chat?.chat, dispatch, onResumed: askForQueue })
  const isHeard = chat !== undefined && line !== 'ended'
  const toJoin = isHeard || running?.chat === chat?.chat ? undefined : running?.chat
  const joined = useJoined(toJoin)
  useEffect(() => {
    if (!joined) return
    dispatch(toResumed(joined, []))
    setIsLookedOn(true)
    setChat(joined)
  }, [joined])
  useEffect(() => {
    keepChatMemory(session, chat && line !== 'ended' ? { chat, sent: state.sent } : undefined)
  }, [session, chat, line, state.sent])

  const author = useAuthor(chat?.systemUser)
  const presence = usePresence(isHeard ? chat.chat : undefined, author)
  const actions = useChatActions({ chat: chat?.chat, author, dispatch, signal })
  const handle = {
    state,
    chat,
    line,
    isOpening: opening.isPending,
    open: ({ agent, takeOver }: AgentWish = {}) =>
      opening.mutate({ ...(agent && { agent }), ...(takeOver && { takeOver }) }),
    openCopy: ({ agent, cwd }: AgentWish & { readonly cwd?: string } = {}) =>
      opening.mutate({ fork: true, ...(agent && { agent }), ...(cwd !== undefined && { cwd }) }),
    isJoining: toJoin !== undefined,
    isLookedOn,
    wantsWords,
    author,
    noteTyping: presence.types,
  }
  return {
    ...handle,
    ...actions,
    send(draft) {
      setIsLookedOn(false)
      presence.rests()
      return actions.send(draft)
    },
  }
}

/** An agent that runs already, found without starting one; asked for again while nobody answers. */
function useJoined(chat: string | undefined): OpenChat | undefined {
  const { data } = useAnswer(
    'chat/state',
    { chat: chat ?? '' },
    {
      enabled: chat !== undefined,
      // Where it ended in between, that will be told.
      refetchInterval: ({ state }) => (state.data ? false : RETRY_MS),
      refetchIntervalInBackground: true,
    },
  )
  return data
}

const RETRY_MS = 2000

/** What waits with an agent, beside what this window remembers to have sent. */
function toResumed({ queued, isHolding, people }: OpenChat, remembered: readonly SentPrompt[]): ChatAction {
  const waiting = queued.map(prompt => ({ ...prompt, contexts: [] }))
  return { kind: 'resumed', queued: waiting, remembered, isHolding, people }
}

/** A signal that ends with the view. */
function useAlive(): AbortSignal {
  const [controller] = useState(() => new AbortController())
  useEffect(() => () => controller.abort(), [controller])
  return controller.signal
}

/** What a person does in a chat that is open. */
type ChatActions = {
  /** Resolves when the agent has it, or did not take it. */
  readonly send: (draft: Draft) => Promise<void>
  /** Takes back what waits: into the field, or for good. */
  readonly takeBack: (uuid: string, isDropped?: boolean) => void
  readonly decide: (question: ChatQuestion, decision: ChatDecision) => void
  /** Answers what a server asks. */
  readonly answer: (elicitation: ChatElicitation, response: ElicitationResponse) => void
  readonly wish: (request: ControlWish['request']) => void
  /** Tells the agent that one changed a file. */
  readonly tellEdit: (path: string, note: string) => void
  /** Lets go what waited in the log. */
  readonly release: () => void
  readonly clearTrouble: () => void
  readonly takeReturned: () => void
}

type UseChatActionsOptions = {
  readonly chat: string | undefined
  /** Who does it. */
  readonly author: MessageAuthor
  readonly dispatch: Dispatch<ChatAction>
  readonly signal: AbortSignal
}

/** Actions that show at once, and say so where the agent did not take them. */
function useChatActions({ chat, author, dispatch, signal }: UseChatActionsOptions): ChatActions {
  const client = useClient()
  return useMemo(() => {
    function refuse(error: unknown): void {
      if (signal.aborted) return
      dispatch({ kind: 'troubled', trouble: { kind: 'refused', words: readRefusal(error) } })
    }
    function control(frame: Readonly<Record<string, unknown>>): void {
      if (chat !== undefined) client.post('chat/control', { chat, frame }, signal).catch(refuse)
    }
    function wish(request: ControlWish['request'], isDropped = false): void {
      const wished = { requestId: randomUUID(), request, isDropped }
      dispatch({ kind: 'wished', wish: wished })
      control(createWishFrame(wished))
    }
    return {
      async send(draft) {
        if (chat === undefined) return
        const prompt = { uuid: randomUUID(), ...draft }
        dispatch({ kind: 'sent', prompt })
        await client.post('chat/prompt', { chat, ...prompt, author }, signal).catch(error => {
          if (!signal.aborted) dispatch({ kind: 'unsent', uuid: prompt.uuid, words: readRefusal(error) })
        })
      },
      takeBack: (uuid, isDropped) => wish({ subtype: 'cancel_async_message', message_uuid: uuid }, isDropped),
      decide(question, decision) {
        dispatch({ kind: 'answered', requestId: question.requestId })
        control(createDecisionFrame(question, decision, author))
      },
      answer(elicitation, response) {
        dispatch({ kind: 'answered', requestId: elicitation.requestId })
        control(createElicitationFrame(elicitation, response, author))
      },
      wish,
      tellEdit: (path, note) => wish({ subtype: 'peer_edit', path, note, origin: createHumanOrigin(author) }),
      release() {
        if (chat !== undefined) client.post('chat/release', { chat }, signal).catch(refuse)
      },
      clearTrouble: () => dispatch({ kind: 'troubled', trouble: null }),
      takeReturned: () => dispatch({ kind: 'returned-taken' }),
    }
  }, [client, chat, author, dispatch, signal])
}
