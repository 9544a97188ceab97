import { useMemo } from 'react'
import type { PlacedEntry } from '../backend/backend.ts'
import type { StoryItem } from '../session/compute-story.ts'
import { computeTailItems } from './compute-tail-items.ts'
import { type ChatHandle, useChat } from './use-chat.ts'

export type SessionChat = {
  readonly chat: ChatHandle
  /** What the agent is saying, to be shown behind what the log has. */
  readonly tail: readonly StoryItem[]
  /** Ends the turn that runs; false where none does. */
  readonly interrupt: () => boolean
}

export type UseSessionChatOptions = {
  readonly session: string
  readonly entries: readonly PlacedEntry[]
  /** Whether the entries reach the log's end, where the agent goes on. */
  readonly isAtEnd: boolean
  /** What is open, by key: a thought can be read while it is had. */
  readonly folds: Map<string, boolean>
}

/** The talk that goes on in a session, beside its log. */
export function useSessionChat({ session, entries, isAtEnd, folds }: UseSessionChatOptions): SessionChat {
  const chat = useChat(session)
  const { tail } = chat.state
  const items = useMemo(() => {
    const shown = isAtEnd ? computeTailItems(tail, entries) : []
    for (const { key, item } of shown) if (item.kind === 'thinking' && !folds.has(key)) folds.set(key, true)
    return shown
  }, [tail, entries, isAtEnd, folds])
  function interrupt(): boolean {
    if (chat.state.phase !== 'running' || chat.line !== 'open') return false
    chat.wish({ subtype: 'interrupt' })
    return true
  }
  return { chat, tail: items, interrupt }
}
