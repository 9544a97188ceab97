import type { FoundSessionRow } from '@antiphon/server/protocol'
import { type FoldState, NO_FOLD } from './fold-state.ts'
import type { ResultChoices } from './result-lines.ts'

/** What was found for some words, and where the reader was in it. */
export type SearchMemory = ResultChoices & {
  readonly fold: FoldState
  /** When it was found: milliseconds of the epoch. */
  readonly at: number
  /** The line that was chosen. */
  readonly selected: string | null
  /** The sessions as they stood, where the reader's hand was on them. */
  readonly shown: readonly FoundSessionRow[] | null
  /** How far it was scrolled. */
  readonly top: number
}

const NO_MEMORY: SearchMemory = {
  fold: NO_FOLD,
  at: 0,
  opened: new Map(),
  more: new Map(),
  selected: null,
  shown: null,
  top: 0,
}

const kept = new Map<string, SearchMemory>()

/** What is remembered of a search, so that whoever comes back from a hit finds all as it was. */
export function readSearchMemory(key: string): SearchMemory {
  return kept.get(key) ?? NO_MEMORY
}

/** Remembers something of a search; the oldest of several is forgotten. */
export function keepSearchMemory(key: string, more: Partial<SearchMemory>): void {
  const before = readSearchMemory(key)
  kept.delete(key)
  kept.set(key, { ...before, ...more })
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > MOST_KEPT) kept.delete(oldest)
}

const MOST_KEPT = 5
