import { setTimeout } from 'node:timers/promises'
import type { Found } from './find-documents.ts'
import type { FoundSession, HitFold } from './fold-found.ts'

/** What a fold has found since it last told. */
export type FoldNews = HitFold['totals'] & {
  /** With something new; a session comes again when there is more of it. */
  readonly changed: readonly FoundSession[]
  readonly isComplete: boolean
}

type FoldSource = {
  readonly find: (signal: AbortSignal) => AsyncIterable<Found>
  readonly signal?: AbortSignal
}

/** Tells of a fold while it is filled: soon at first, then a few times a second, and once when all is found. */
export async function* foldAsFound(
  fold: HitFold,
  { find, signal }: FoldSource,
): AsyncGenerator<FoldNews, void, undefined> {
  const leaving = new AbortController()
  const stop = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
  let isComplete = false
  const filled = fill()
  // It is waited for below, unless whoever asked leaves.
  filled.catch(() => {})
  try {
    // Whoever is told takes their time: what is found meanwhile is told next.
    for (let pause = FIRST_MS, isTold = false; !isTold; pause = Math.min(pause * 2, LONGEST_MS)) {
      await Promise.race([filled, setTimeout(pause, undefined, { ref: false })])
      isTold = isComplete
      const changed = fold.takeChanged()
      if (changed.length > 0 || isTold) yield { ...fold.totals, changed, isComplete: isTold }
    }
  } finally {
    leaving.abort()
  }

  async function fill(): Promise<void> {
    for await (const found of find(stop)) fold.add(found)
    isComplete = true
  }
}

const FIRST_MS = 20
const LONGEST_MS = 300
