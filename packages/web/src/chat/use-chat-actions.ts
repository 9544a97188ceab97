import { createHumanOrigin, type MessageAuthor, randomUUID } from '@antiphon/core'
import type { AttachedContext } from '@antiphon/server/protocol'
import { type Dispatch, useMemo } from 'react'
import { useClient } from '../page/page-context.ts'
import { type ChatDecision, type ChatQuestion, createDecisionFrame } from './chat-question.ts'
import type { ChatAction } from './chat-state.ts'
import { type ControlWish, createWishFrame } from './control-wish.ts'
import { describeRefusal } from './describe-refusal.ts'

/** What a person does in a chat that is open. */
export type ChatActions = {
  readonly send: (text: string, contexts: readonly AttachedContext[]) => void
  readonly decide: (question: ChatQuestion, decision: ChatDecision) => void
  readonly wish: (request: ControlWish['request']) => void
  /** Tells the agent that one changed a file. */
  readonly tellEdit: (path: string, note: string) => void
  /** Lets go what waited in the log. */
  readonly release: () => void
  readonly clearTrouble: () => void
  readonly takeReturned: () => void
}

export type UseChatActionsOptions = {
  readonly chat: string | undefined
  /** Who does it. */
  readonly author: MessageAuthor
  readonly dispatch: Dispatch<ChatAction>
  readonly signal: AbortSignal
}

/** Actions that show at once, and say so where the agent did not take them. */
export function useChatActions({ chat, author, dispatch, signal }: UseChatActionsOptions): ChatActions {
  const client = useClient()
  return useMemo(() => {
    function refuse(error: unknown): void {
      if (signal.aborted) return
      dispatch({ kind: 'troubled', trouble: { kind: 'refused', words: describeRefusal(error) } })
    }
    function control(frame: Readonly<Record<string, unknown>>): void {
      if (chat !== undefined) client.sendControl({ chat, frame }, signal).catch(refuse)
    }
    function wish(request: ControlWish['request']): void {
      const wished = { requestId: randomUUID(), request }
      dispatch({ kind: 'wished', wish: wished })
      control(createWishFrame(wished))
    }
    return {
      send(text, contexts) {
        if (chat === undefined) return
        const prompt = { uuid: randomUUID(), text, contexts }
        dispatch({ kind: 'sent', prompt })
        client.sendPrompt({ chat, ...prompt, author }, signal).catch(error => {
          if (!signal.aborted) dispatch({ kind: 'unsent', uuid: prompt.uuid, words: describeRefusal(error) })
        })
      },
      decide(question, decision) {
        dispatch({ kind: 'answered', requestId: question.requestId })
        control(createDecisionFrame(question, decision, author))
      },
      wish,
      tellEdit: (path, note) => wish({ subtype: 'peer_edit', path, note, origin: createHumanOrigin(author) }),
      release() {
        if (chat !== undefined) client.releaseQueue({ chat }, signal).catch(refuse)
      },
      clearTrouble: () => dispatch({ kind: 'troubled', trouble: null }),
      takeReturned: () => dispatch({ kind: 'returned-taken' }),
    }
  }, [client, chat, author, dispatch, signal])
}
