import { useCallback, useEffect, useReducer, useState } from 'react'
import { useBackend } from '../app/page-context.ts'
import { goTo } from '../app/use-route.ts'
import type { ChatWish, OpenChat } from '../backend/backend.ts'
import { keepChatMemory, readChatMemory } from './chat-memory.ts'
import { type ChatAction, type ChatState, NO_CHAT, type SentPrompt } from './chat-state.ts'
import { describeRefusal } from './describe-refusal.ts'
import { reduceChat } from './reduce-chat.ts'
import { useAlive } from './use-alive.ts'
import { type ChatActions, useChatActions } from './use-chat-actions.ts'
import { type ChatLine, useChatEvents } from './use-chat-events.ts'

/** A session's talk with its agent; none is started before a person says so. */
export type ChatHandle = ChatActions & {
  readonly state: ChatState
  readonly chat: OpenChat | undefined
  readonly line: ChatLine
  readonly isOpening: boolean
  /** Whether somebody came here to write, not to read. */
  readonly wantsWords: boolean
  /** Starts an agent on the session, or finds the one that runs. */
  readonly open: () => void
  /** Starts one on a copy of the session, and leads there. */
  readonly openCopy: () => void
}

/** The chat of a session: the one that this window remembers, or the one that is opened. */
export function useChat(session: string): ChatHandle {
  const backend = useBackend()
  const signal = useAlive()
  const [remembered] = useState(() => readChatMemory(session))
  const [chat, setChat] = useState<OpenChat | undefined>(remembered?.chat)
  const [state, dispatch] = useReducer(reduceChat, { ...NO_CHAT, sent: remembered?.sent ?? [] })
  const [isOpening, setIsOpening] = useState(false)
  const [wantsWords, setWantsWords] = useState(remembered?.isNew === true)

  const start = (wish: ChatWish, onOpened: (opened: OpenChat) => void): void => {
    setIsOpening(true)
    backend
      .openChat(wish, signal)
      .then(opened => !signal.aborted && onOpened(opened))
      .catch(error => {
        if (signal.aborted) return
        dispatch({ kind: 'troubled', trouble: { kind: 'refused', words: describeRefusal(error) } })
      })
      .finally(() => setIsOpening(false))
  }
  const open = (): void =>
    start({ session }, opened => {
      dispatch({ kind: 'troubled', trouble: null })
      dispatch(toResumed(opened, []))
      setWantsWords(true)
      setChat(opened)
    })
  const openCopy = (): void =>
    start({ session, fork: true }, opened => {
      keepChatMemory(opened.session, { chat: opened, sent: [], isNew: true })
      goTo({ kind: 'session', id: opened.session })
    })

  // An agent that is heard of runs, so that asking for it starts none.
  const askForQueue = useCallback(() => {
    const known = remembered?.sent ?? []
    backend.openChat({ session }, signal).then(
      opened => dispatch(toResumed(opened, known)),
      () => undefined,
    )
  }, [backend, session, signal, remembered])
  const line = useChatEvents({ chat: chat?.chat, dispatch, onResumed: remembered && askForQueue })
  useEffect(() => {
    keepChatMemory(session, chat && line !== 'ended' ? { chat, sent: state.sent } : undefined)
  }, [session, chat, line, state.sent])

  const actions = useChatActions({ chat: chat?.chat, dispatch, signal })
  return { state, chat, line, isOpening, wantsWords, open, openCopy, ...actions }
}

/** What waits with an agent, beside what this window remembers to have sent. */
function toResumed({ queued, isHolding }: OpenChat, remembered: readonly SentPrompt[]): ChatAction {
  const waiting = queued.map(prompt => ({ ...prompt, contexts: [] }))
  return { kind: 'resumed', queued: waiting, remembered, isHolding }
}
