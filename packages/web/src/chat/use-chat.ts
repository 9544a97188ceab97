import type { MessageAuthor } from '@antiphon/core'
import type { ChatWish, OpenChat, RunningAgent } from '@antiphon/server/protocol'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { useClient } from '../page/page-context.ts'
import { goTo } from '../page/use-route.ts'
import { useAuthor } from '../people/use-author.ts'
import { usePresence } from '../people/use-presence.ts'
import { keepChatMemory, readChatMemory } from './chat-memory.ts'
import { type ChatAction, type ChatState, NO_CHAT, type SentPrompt } from './chat-state.ts'
import { describeRefusal } from './describe-refusal.ts'
import { reduceChat } from './reduce-chat.ts'
import { type ChatActions, useChatActions } from './use-chat-actions.ts'
import { type ChatLine, useChatEvents } from './use-chat-events.ts'

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
  readonly open: () => void
  /** Starts one on a copy of the session, in another folder where one is named, and leads there. */
  readonly openCopy: (cwd?: string) => void
}

export type UseChatOptions = {
  readonly session: string
  /** The agent that runs for the session, whoever started it. */
  readonly running: RunningAgent | undefined
}

/** The chat of a session: the one that this window remembers, the one that runs, or the one that is opened. */
export function useChat({ session, running }: UseChatOptions): ChatHandle {
  const client = useClient()
  const signal = useAlive()
  const [remembered] = useState(() => readChatMemory(session))
  const [chat, setChat] = useState<OpenChat | undefined>(remembered?.chat)
  const [state, dispatch] = useReducer(reduceChat, { ...NO_CHAT, sent: remembered?.sent ?? [] })
  const [isLookedOn, setIsLookedOn] = useState(false)
  const [wantsWords, setWantsWords] = useState(remembered?.isNew === true)

  const opening = useMutation({
    mutationFn: (wish: ChatWish) => client.openChat({ session, ...wish }, signal),
    onError(error) {
      dispatch({ kind: 'troubled', trouble: { kind: 'refused', words: describeRefusal(error) } })
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

  const askForQueue = useCallback(() => {
    if (!remembered) return
    client.readChat({ chat: remembered.chat.chat }, signal).then(
      opened => dispatch(toResumed(opened, remembered.sent)),
      () => undefined,
    )
  }, [client, signal, remembered])
  const line = useChatEvents({ chat: chat?.chat, dispatch, onResumed: remembered && askForQueue })
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
  const presence = usePresence({ chat: isHeard ? chat.chat : undefined, author })
  const actions = useChatActions({ chat: chat?.chat, author, dispatch, signal })
  const handle = {
    state,
    chat,
    line,
    isOpening: opening.isPending,
    open: () => opening.mutate({}),
    openCopy: (cwd?: string) => opening.mutate({ fork: true, ...(cwd !== undefined && { cwd }) }),
    isJoining: toJoin !== undefined,
    isLookedOn,
    wantsWords,
    author,
    noteTyping: presence.types,
  }
  return {
    ...handle,
    ...actions,
    send(text, contexts) {
      setIsLookedOn(false)
      presence.rests()
      actions.send(text, contexts)
    },
  }
}

/** An agent that runs already, found without starting one; asked for again while nobody answers. */
function useJoined(chat: string | undefined): OpenChat | undefined {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['chat', chat],
    queryFn: chat === undefined ? skipToken : ({ signal }) => client.readChat({ chat }, signal),
    // Where it ended in between, that will be told.
    retry: true,
    retryDelay: RETRY_MS,
  })
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
