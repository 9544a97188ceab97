import { type Context, createContext, useContext } from 'react'
import type { StoryItem } from '../story/compute-story.ts'

/** The calls that wait for a person's decision, by their ids. */
export const WaitingCallsValue: Context<ReadonlySet<string>> = createContext<ReadonlySet<string>>(new Set())

/** Whether a call waits for a person's decision. */
export function useIsWaitingCall(toolUseId: string): boolean {
  return useContext(WaitingCallsValue).has(toolUseId)
}

/** What is told beside the cards that ask: a call that waits for a decision is shown by its card alone. */
export function leaveToCards(
  items: readonly StoryItem[],
  waiting: ReadonlySet<string>,
): readonly StoryItem[] {
  if (waiting.size === 0) return items
  return items.filter(
    ({ item }) => item.kind !== 'tool' || item.story.status !== 'running' || !waiting.has(item.story.id),
  )
}
