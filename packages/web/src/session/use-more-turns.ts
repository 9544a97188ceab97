import type { TurnOutline } from '@antiphon/server/protocol'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from '../page/page-context.ts'
import { addTold, joinTurns, NO_TOLD } from './join-turns.ts'

export type MoreTurns = {
  /** The outline with what was asked for beside it. */
  readonly outline: TurnOutline | undefined
  /** Asks for the turns before the first or behind the last; undefined where there are none. */
  readonly loadEarlier: (() => void) | undefined
  readonly loadLater: (() => void) | undefined
}

/** The turns of a very long session beyond those around what is loaded: told as the reader comes to them. */
export function useMoreTurns(session: string, around: TurnOutline | undefined): MoreTurns {
  const client = useClient()
  const [told, setTold] = useState(NO_TOLD)
  const outline = useMemo(() => around && joinTurns(around, told), [around, told])
  const asked = useRef(new AbortController())
  const isAsking = useRef(false)
  useEffect(() => {
    const controller = new AbortController()
    asked.current = controller
    isAsking.current = false
    return () => controller.abort()
  }, [])
  const ask = useCallback(
    async (seq: number, farSide: 'first' | 'last') => {
      const { signal } = asked.current
      if (isAsking.current) return
      isAsking.current = true
      try {
        const more = await client.get('turns', { session, around: seq }, signal)
        if (!signal.aborted) setTold(known => addTold(known, more, farSide))
      } catch {
        // The list ends where it ended; whoever scrolls on asks again.
      } finally {
        isAsking.current = false
      }
    },
    [client, session],
  )
  const [first, last] = [outline?.turns[0], outline?.turns.at(-1)]
  const earlier = first && first.number > 1 ? first.seq : undefined
  const later = last && outline && last.number < outline.count ? last.seq : undefined
  const loadEarlier = useMemo(
    () => (earlier === undefined ? undefined : () => void ask(earlier, 'last')),
    [earlier, ask],
  )
  const loadLater = useMemo(
    () => (later === undefined ? undefined : () => void ask(later, 'first')),
    [later, ask],
  )
  return { outline, loadEarlier, loadLater }
}
