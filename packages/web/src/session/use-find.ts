import { useCallback, useEffect, useState } from 'react'
import { createBatcher } from '../app/create-batcher.ts'
import { useBackend } from '../app/page-context.ts'
import type { FoundPlace } from '../backend/backend.ts'

/** What was found in a session, and which of it is shown. */
export type Find = {
  readonly query: string
  readonly found: readonly FoundPlace[]
  readonly isFinding: boolean
  /** Which of the found is shown, from 0; -1 for none. */
  readonly current: number
  readonly setQuery: (query: string) => void
  readonly move: (step: 1 | -1) => void
  readonly clear: () => void
}

export type FindOptions = {
  readonly session: string
  /** What to look for at first, and where that was seen. */
  readonly words: string
  readonly seq: number | undefined
  /** Where the reader is. */
  readonly place: () => number
  readonly onShow: (seq: number) => void
}

/** Finds in all of a session as one types, and leads the reader from one place to the next. */
export function useFind({ session, words, seq, place, onShow }: FindOptions): Find {
  const [query, setQuery] = useState(words)
  const [shown, setShown] = useState(seq)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link asks for another thing
  useEffect(() => {
    setQuery(words)
    setShown(seq)
  }, [session, words, seq])
  const { found, isFinding } = useFound(session, query)
  const current = shown === undefined ? -1 : found.findIndex(one => one.seq === shown)
  const [waiting, setWaiting] = useState<1 | -1>()
  const move = useCallback(
    (step: 1 | -1) => {
      // Whoever is faster than the search is led on when something is found.
      setWaiting(found.length === 0 && isFinding ? step : undefined)
      if (found.length === 0) return
      const next = current === -1 ? findNext(found, place(), step) : current + step
      const one = found.at(next % found.length)
      if (!one) return
      setShown(one.seq)
      onShow(one.seq)
    },
    [found, current, isFinding, place, onShow],
  )
  useEffect(() => {
    if (waiting !== undefined && found.length > 0) move(waiting)
  }, [waiting, found, move])
  const clear = useCallback(() => {
    setQuery('')
    setShown(undefined)
  }, [])
  return { query, found, isFinding, current, setQuery, move, clear }
}

/** The first behind the reader's place, or the last before it; the other end where there is none. */
function findNext(found: readonly FoundPlace[], from: number, step: 1 | -1): number {
  const next =
    step === 1 ? found.findIndex(({ seq }) => seq >= from) : found.findLastIndex(({ seq }) => seq < from)
  return next === -1 ? (step === 1 ? 0 : found.length - 1) : next
}

const PAUSE_MS = 150
const BATCH_MS = 60
const NOTHING: readonly FoundPlace[] = []

function useFound(session: string, query: string): Pick<Find, 'found' | 'isFinding'> {
  const backend = useBackend()
  const [found, setFound] = useState<readonly FoundPlace[]>(NOTHING)
  const [isFinding, setIsFinding] = useState(false)
  const words = query.trim()
  useEffect(() => {
    setFound(NOTHING)
    setIsFinding(words !== '')
    if (words === '') return
    const controller = new AbortController()
    const { signal } = controller
    const batcher = createBatcher<FoundPlace>(
      more => !signal.aborted && setFound(known => [...known, ...more]),
      BATCH_MS,
    )
    async function run(): Promise<void> {
      for await (const place of backend.findInSession({ session, query: words }, signal)) batcher.add(place)
    }
    const timer = setTimeout(() => {
      run()
        // What is no query finds nothing.
        .catch(() => undefined)
        .finally(() => {
          batcher.flush()
          if (!signal.aborted) setIsFinding(false)
        })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [backend, session, words])
  return { found, isFinding }
}
