import type { PlacedEntry } from '@antiphon/server/protocol'
import { type Context, createContext, type ReactNode, useContext } from 'react'
import type { Places, StoryItem } from './compute-story.ts'
import { createFolds, type Folds } from './folds.ts'

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
  /** The folder in which the session ran: paths are told from there. */
  readonly cwd: string | undefined
  /** Whether what was made for the model or the program is shown, too. */
  readonly includeMeta: boolean
  /** What is open: an item that scrolls away and comes back is as it was. */
  readonly folds: Folds
  /** Draws items inside another: items and what is nested in them know each other only through this. */
  readonly drawNested: (items: readonly StoryItem[]) => ReactNode
}

export const SessionContextValue: Context<ReaderContext> = createContext<ReaderContext>({
  session: '',
  agentIds: [],
  places: new Map(),
  loadWhole: () => undefined,
  showRaw: () => undefined,
  cwd: undefined,
  includeMeta: false,
  folds: createFolds(),
  drawNested: () => null,
})

export function useSessionContext(): ReaderContext {
  return useContext(SessionContextValue)
}
