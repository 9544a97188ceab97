import type { PlacedEntry } from '@antiphon/server/protocol'
import { type Context, createContext, type ReactNode, useContext } from 'react'
import type { Places, StoryItem } from './compute-story.ts'

/** An entry, and whose log it is in. */
export type RawEntry = {
  readonly placed: PlacedEntry
  /** A subagent's. */
  readonly agentId?: string | undefined
}

/** What the items of a session may use. */
export type ReaderContext = {
  readonly session: string
  readonly agentIds: readonly string[]
  readonly places: Places
  /** Whose log it is, where it is a subagent's. */
  readonly agentId?: string
  readonly loadWhole: (seq: number) => void
  readonly showRaw: (shown: RawEntry) => void
  /** What the reader opened or closed, by key: an item that scrolls away and comes back is as it was. */
  readonly folds: Map<string, boolean>
  /** Draws an item inside another: items and what is nested in them know each other only through this. */
  readonly drawNested: (item: StoryItem) => ReactNode
}

export const SessionContextValue: Context<ReaderContext> = createContext<ReaderContext>({
  session: '',
  agentIds: [],
  places: new Map(),
  loadWhole: () => undefined,
  showRaw: () => undefined,
  folds: new Map(),
  drawNested: () => null,
})

export function useSessionContext(): ReaderContext {
  return useContext(SessionContextValue)
}
