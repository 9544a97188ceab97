import type { PersonTurn, TurnPart } from '@antiphon/core/turns'
import type { PlacedEntry } from '@antiphon/server/protocol'
import type { StoryItem } from './compute-story.ts'

export type StoryTurn = PersonTurn<PlacedEntry>
export type RowWork = Extract<TurnPart<PlacedEntry>, { readonly kind: 'work' }>

/** One line of a session as it is read: of a list of any length only those in sight are drawn. */
export type StoryRow = RowPlace &
  (
    | { readonly kind: 'shut'; readonly turn: ShutTurn }
    /** What was asked, with what was sent along. */
    | { readonly kind: 'heading'; readonly items: readonly StoryItem[]; readonly number: number | undefined }
    | { readonly kind: 'item'; readonly storyItem: StoryItem }
    /** Where the context was compacted, and what stands for what was before. */
    | {
        readonly kind: 'cut'
        readonly storyItem: StoryItem | undefined
        readonly summaries: readonly StoryItem[]
        /** Tokens behind it, as the next answer tells them. */
        readonly tokensAfter: number | undefined
      }
    /** Calls with nothing to read between them. */
    | { readonly kind: 'group'; readonly part: RowWork; readonly isOpen: boolean }
    /** A call, or what stands beside calls; `isInside` a group. */
    | { readonly kind: 'step'; readonly storyItem: StoryItem; readonly isInside: boolean }
    | {
        readonly kind: 'foot'
        readonly turn: StoryTurn
        readonly number: number
        readonly durationMs: number | null
      }
    /** Turns that are open and not loaded. */
    | { readonly kind: 'gap'; readonly number: number }
  )

type RowPlace = {
  readonly key: string
  /** Where it stands in the log; undefined for what the log does not have yet. */
  readonly seq: number | undefined
  /** Empty where the log tells none. */
  readonly at: string
  /** The turn in which it stands. */
  readonly turnKey: string | undefined
}

/** A turn in one line. */
export type ShutTurn = {
  readonly key: string
  readonly number: number
  readonly seq: number
  readonly text: string
  readonly added: number
  readonly removed: number
  readonly failed: number
  readonly durationMs: number | null
  /** Whether its beginning is loaded, so that opening it asks nothing. */
  readonly isLoaded: boolean
}

/** The names under which a turn's and a group's being open is remembered. */
export const turnKeyOf = (seq: number): string => `turn ${seq}`
export const groupKeyOf = ({ key }: { readonly key: string }): string => `work ${key}`
