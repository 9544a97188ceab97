import { setTimeout } from 'node:timers/promises'
import type { Found } from './find-documents.ts'
import type { HitFold, SessionHits } from './fold-found.ts'

/** What a fold has found since it last told. */
export type FoldNews = HitFold['totals'] & {
  /** With something new; a session comes again when there is more of it. */
  readonly changed: readonly SessionHits[]
  readonly isComplete: boolean
}

type FoldSource = {
  /** Searches; `held` is asked again and again, and waited for. */
  readonly find: (signal: AbortSignal, held: () => Promise<void> | undefined) => AsyncIterable<Found>
  readonly signal?: AbortSignal
}

/**
 * Tells of a fold while it is filled: of the first sessions as soon as they are found, then less and less often, and once
 * when all is found. The search waits while somebody is told, so that nobody waits for all that is not on their screen.
 */
export async function* foldAsFound(
  fold: HitFold,
  { find, signal }: FoldSource,
): AsyncGenerator<FoldNews, void, undefined> {
  const leaving = new AbortController()
  const stop = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
  const gate = createGate()
  let isComplete = false
  let hasTold = false
  let tellFirst = (): void => {}
  const first = new Promise<void>(resolve => {
    tellFirst = resolve
  })
  const filled = fill()
  // It is waited for below, unless whoever asked leaves.
  filled.catch(() => {})
  try {
    for (let pause = FIRST_MS, isLast = false; !isLast; ) {
      const due = setTimeout(pause, undefined, { ref: false })
      await Promise.race(hasTold ? [filled, due] : [filled, first, due])
      isLast = isComplete
      const changed = fold.takeChanged()
      if (changed.length === 0 && !isLast) continue
      hasTold = true
      gate.close()
      yield { ...fold.totals, changed, isComplete: isLast }
      gate.open()
      pause = Math.min(pause * 2, LONGEST_MS)
    }
  } finally {
    leaving.abort()
    gate.open()
  }

  async function fill(): Promise<void> {
    for await (const found of find(stop, gate.passed)) {
      fold.add(found)
      if (hasTold || fold.totals.sessions < FIRST_SESSIONS) continue
      // Those that fill a screen are told before anything else is looked for.
      gate.close()
      tellFirst()
    }
    isComplete = true
  }
}

const FIRST_MS = 20
const FIRST_SESSIONS = 10
const LONGEST_MS = 1000

/** Something that others wait at while it is closed. */
type Gate = {
  readonly close: () => void
  readonly open: () => void
  /** Nothing while it is open. */
  readonly passed: () => Promise<void> | undefined
}

function createGate(): Gate {
  let passed: Promise<void> | undefined
  let open = (): void => {}
  return {
    close() {
      passed ??= new Promise(resolve => {
        open = resolve
      })
    },
    open() {
      passed = undefined
      open()
    },
    passed: () => passed,
  }
}
