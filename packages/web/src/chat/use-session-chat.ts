import { computeTailItems } from '@antiphon/core/chat'
import type { PlacedEntry, RunningAgent } from '@antiphon/server/protocol'
import { useEffect, useMemo } from 'react'
import type { StoryItem } from '../story/compute-story.ts'
import type { Folds } from '../story/folds.ts'
import { type ChatHandle, useChat } from './use-chat.ts'

export type SessionChat = {
  readonly chat: ChatHandle
  /** What the agent is saying, to be shown behind what the log has. */
  readonly tail: readonly StoryItem[]
  /** Ends the turn that runs; false where none does. */
  readonly interrupt: () => boolean
  /** The same by a key that also leads away: whoever only looks on does not mean to end anything by it. */
  readonly interruptByKey: () => boolean
  /** The calls that wait for a person's decision. */
  readonly waitingCalls: ReadonlySet<string>
}

export type UseSessionChatOptions = {
  readonly session: string
  /** The agent that runs for it, whoever started it. */
  readonly running: RunningAgent | undefined
  readonly entries: readonly PlacedEntry[]
  /** Whether the entries reach the log's end, where the agent goes on. */
  readonly isAtEnd: boolean
  /** What is open, by key: a thought can be read while it is had. */
  readonly folds: Folds
}

/** The talk that goes on in a session, beside its log. */
export function useSessionChat(options: UseSessionChatOptions): SessionChat {
  const { session, running, entries, isAtEnd, folds } = options
  const chat = useChat(session, running)
  const { tail, questions } = chat.state
  const isHeard = chat.chat !== undefined && chat.line !== 'ended'
  const waitingCalls = useMemo(
    () => new Set(isHeard ? questions.map(({ toolUseId }) => toolUseId) : []),
    [isHeard, questions],
  )
  const items = useMemo(() => (isAtEnd ? computeTailItems(tail, entries) : []), [tail, entries, isAtEnd])
  useEffect(() => {
    const thoughts = items.flatMap(({ key, item }) =>
      item.kind === 'thinking' && !folds.has(key) ? [key] : [],
    )
    if (thoughts.length > 0) folds.setAll(thoughts, true)
  }, [items, folds])
  function interrupt(): boolean {
    if (chat.state.phase !== 'running' || chat.line !== 'open') return false
    chat.wish({ subtype: 'interrupt' })
    return true
  }
  const interruptByKey = (): boolean => !chat.isLookedOn && interrupt()
  return { chat, tail: items, interrupt, interruptByKey, waitingCalls }
}
