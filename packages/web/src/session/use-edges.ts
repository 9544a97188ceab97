import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { SessionState } from './session-state.ts'

export type EdgesOptions = {
  readonly scrollRef: RefObject<HTMLDivElement | null>
  /** Whether the list stands where it begins. */
  readonly isSettled: boolean
  readonly firstDrawn: number | undefined
  readonly lastDrawn: number | undefined
  readonly count: number
  readonly way: SessionState['way']
  readonly onNearStart: () => void
  readonly onNearEnd: () => void
}

/** Asks for more where the reader comes near an edge of what is loaded. */
export function useEdges(options: EdgesOptions): void {
  const { scrollRef, isSettled, firstDrawn, lastDrawn, count, way, onNearStart, onNearEnd } = options
  useEffect(() => {
    if (!isSettled) return
    const edges = chooseEdges({ firstDrawn, lastDrawn, count, way })
    if (edges.older) onNearStart()
    if (edges.newer) onNearEnd()
  }, [isSettled, firstDrawn, lastDrawn, count, way, onNearStart, onNearEnd])
  // Where all lines are in sight nobody can scroll: the wish to is enough.
  const turn = useEffectEvent((step: number) => {
    const { start, end } = findNear({ firstDrawn, lastDrawn, count })
    if (!isSettled || !start || !end) return
    if (step < 0) onNearStart()
    if (step > 0) onNearEnd()
  })
  useEffect(() => {
    const list = scrollRef.current
    if (!list) return
    const listening = new AbortController()
    const listen = { passive: true, signal: listening.signal }
    let touched = 0
    list.addEventListener('wheel', event => turn(event.deltaY), listen)
    list.addEventListener('keydown', event => turn(KEYS[event.key] ?? 0), listen)
    const touch = (event: TouchEvent): void => {
      const y = event.touches[0]?.clientY
      if (y === undefined) return
      if (event.type === 'touchmove') turn(touched - y)
      touched = y
    }
    list.addEventListener('touchstart', touch, listen)
    list.addEventListener('touchmove', touch, listen)
    return () => listening.abort()
  }, [scrollRef])
}

type Drawn = Pick<EdgesOptions, 'firstDrawn' | 'lastDrawn' | 'count'>

/**
 * At which edges more is asked for. Very many entries may be one line: where both edges are in sight and what comes at
 * one is let go at the other, only the way that was read last goes on, or they would be loaded in turn without end.
 */
export function chooseEdges(drawn: Drawn & Pick<EdgesOptions, 'way'>): {
  readonly older: boolean
  readonly newer: boolean
} {
  const { start, end } = findNear(drawn)
  const isBoth = start && end
  return {
    older: start && !(isBoth && drawn.way === 'newer'),
    newer: end && !(isBoth && drawn.way === 'older'),
  }
}

function findNear({ firstDrawn, lastDrawn, count }: Drawn): {
  readonly start: boolean
  readonly end: boolean
} {
  return {
    start: firstDrawn !== undefined && firstDrawn < EDGE,
    end: lastDrawn !== undefined && lastDrawn >= count - EDGE,
  }
}

// So many lines before the edge, more are asked for.
const EDGE = 8
const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  PageUp: -1,
  Home: -1,
  ArrowDown: 1,
  PageDown: 1,
  End: 1,
}
