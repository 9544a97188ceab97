import type { FoundPlace } from '@antiphon/server/protocol'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { pause } from '../browser/pause.ts'
import { useClient } from '../page/page-context.ts'
import { queryLines } from '../page/page-queries.ts'

/** What was found in a session, and which of it is shown. */
export type Find = {
  readonly query: string
  readonly found: readonly FoundPlace[]
  readonly isFinding: boolean
  /** Which of the found places is shown, from 0; -1 for none. */
  readonly current: number
  /** Which of the marks there, from 0. */
  readonly mark: number
  /** Which of all marks that is, from 1, and how many there are. */
  readonly ordinal: number
  readonly total: number
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
  const [shown, setShown] = useState<Shown | undefined>(toShown(seq))
  // Where the search began: more letters look again from there.
  const origin = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link asks for another thing
  useEffect(() => {
    setQuery(words)
    setShown(toShown(seq))
    origin.current = seq ?? 0
  }, [session, words, seq])
  const { found, isFinding } = useFound(session, query)
  const current = shown === undefined ? -1 : found.findIndex(one => one.seq === shown.seq)
  const mark = Math.min(shown?.mark ?? 0, (found[current]?.marks ?? 1) - 1)
  const [waiting, setWaiting] = useState<1 | -1>()
  const show = useCallback(
    (next: Shown) => {
      setShown(next)
      onShow(next.seq)
    },
    [onShow],
  )
  const move = useCallback(
    (step: 1 | -1) => {
      // Whoever is faster than the search is led on when something is found.
      if (current === -1 && waiting === undefined) origin.current = place()
      if (current === -1 || waiting !== undefined) return setWaiting(step)
      const next = moveMark(found, { current, mark }, step)
      if (!next) return
      origin.current = next.seq
      show(next)
    },
    [found, current, mark, waiting, place, show],
  )
  useEffect(() => {
    if (waiting === undefined || (isFinding && !found.some(one => one.seq >= origin.current))) return
    setWaiting(undefined)
    const one = found[findNext(found, origin.current, waiting)]
    if (one) show({ seq: one.seq, mark: waiting === 1 ? 0 : one.marks - 1 })
  }, [waiting, found, isFinding, show])
  const clear = useCallback(() => {
    setQuery('')
    setShown(undefined)
    setWaiting(undefined)
  }, [])
  const type = useCallback(
    (next: string) => {
      if (query.trim() === '') origin.current = place()
      setQuery(next)
      setWaiting(next.trim() === '' ? undefined : 1)
    },
    [query, place],
  )
  const counts = useMemo(() => countBefore(found), [found])
  const ordinal = current === -1 ? 0 : (counts[current] ?? 0) + mark + 1
  const total = counts.at(-1) ?? 0
  return { query, found, isFinding, current, mark, ordinal, total, setQuery: type, move, clear }
}

/** A place, and which of its marks. */
type Shown = { readonly seq: number; readonly mark: number }

function toShown(seq: number | undefined): Shown | undefined {
  return seq === undefined ? undefined : { seq, mark: 0 }
}

/** The mark beside one: of the same place, else of the one before or behind it, round and round. */
export function moveMark(
  found: readonly FoundPlace[],
  { current, mark }: Pick<Find, 'current' | 'mark'>,
  step: 1 | -1,
): Shown | undefined {
  const here = found[current]
  const next = mark + step
  if (here && next >= 0 && next < here.marks) return { seq: here.seq, mark: next }
  const other = found.at((current + step) % found.length)
  return other && { seq: other.seq, mark: step === 1 ? 0 : other.marks - 1 }
}

/** How many marks stand before each place, and last of all how many there are. */
export function countBefore(found: readonly FoundPlace[]): readonly number[] {
  let sum = 0
  return [0, ...found.map(({ marks }) => (sum += marks))]
}

/** The first behind the reader's place, or the last before it; the other end where there is none. */
function findNext(found: readonly FoundPlace[], from: number, step: 1 | -1): number {
  const next =
    step === 1 ? found.findIndex(({ seq }) => seq >= from) : found.findLastIndex(({ seq }) => seq < from)
  return next === -1 ? (step === 1 ? 0 : found.length - 1) : next
}

const PAUSE_MS = 150
const NOTHING: readonly FoundPlace[] = []

function useFound(session: string, query: string): Pick<Find, 'found' | 'isFinding'> {
  const client = useClient()
  const words = query.trim()
  const lines = queryLines<FoundPlace, readonly FoundPlace[]>({
    async *ask(signal) {
      await pause(PAUSE_MS, signal)
      yield* client.lines('find', { session, q: words }, signal)
    },
    start: NOTHING,
    add: (found, more) => [...found, ...more],
  })
  // What is no query finds nothing.
  const { data = NOTHING, isFetching } = useQuery({
    queryKey: ['find', session, words],
    queryFn: words === '' ? skipToken : lines,
  })
  return { found: data, isFinding: isFetching }
}
