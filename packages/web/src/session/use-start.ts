import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { StoryRow } from '../story/story-row.ts'
import type { Target } from '../story/target.ts'
import { findNearestRow } from './find-path.ts'

/** The line a list begins with, and how far below the upper edge. */
export type StartLine = {
  /** -1 for the end. */
  readonly index: number
  readonly top: number
}

/** The line at which a list begins: the one that was read, else the last at a position or before it. */
export function findStartLine(rows: readonly StoryRow[], { seq, rest }: Target): StartLine {
  const rested = rest ? rows.findIndex(({ key }) => key === rest.key) : -1
  if (rested !== -1) return { index: rested, top: rest?.top ?? 0 }
  const row = seq === undefined ? undefined : findNearestRow(rows, seq)
  return { index: row ? rows.indexOf(row) : -1, top: 0 }
}

export type StartOptions = {
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>
  readonly rows: readonly StoryRow[]
  readonly start: Target
  /** How far below the upper edge a line that is scrolled to begins; the list reads it when it is drawn. */
  readonly topRef: RefObject<number>
}

export type Start = {
  /** Whether there was time to bring the reader to their place. */
  readonly isSettled: boolean
  /** Whether the reader moved on from there. */
  readonly isLeft: boolean
  /** The reader is led elsewhere. */
  readonly leave: () => void
}

/**
 * Brings the reader to where a list begins, and there again whenever lines came or went before they moved: the turns of
 * the whole log, which come later, put lines above their place, and may bring the very line that was read.
 */
export function useStart({ scrollRef, virtualizer, rows, start, topRef }: StartOptions): Start {
  const [isSettled, setIsSettled] = useState(false)
  const [isLeft, setIsLeft] = useState(false)
  const leftRef = useRef(false)
  const [target] = useState(start)
  const setTop = useCallback(
    (top: number) => {
      topRef.current = top
      virtualizer.setOptions({ ...virtualizer.options, scrollPaddingStart: top })
    },
    [virtualizer, topRef],
  )
  const leave = useCallback(() => {
    if (leftRef.current) return
    leftRef.current = true
    setIsLeft(true)
    setTop(0)
  }, [setTop])
  useLayoutEffect(() => {
    if (leftRef.current || rows.length === 0) return
    const { index, top } = findStartLine(rows, target)
    if (index === -1) {
      // Who begins at the end goes on with it.
      leave()
      return virtualizer.scrollToEnd()
    }
    setTop(top)
    virtualizer.scrollToIndex(index, { align: 'start' })
  }, [rows, target, virtualizer, setTop, leave])
  const isThere = rows.length > 0
  useEffect(() => {
    const list = scrollRef.current
    if (!list || !isThere) return
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    for (const name of ['wheel', 'touchmove', 'pointerdown']) list.addEventListener(name, leave, options)
    window.addEventListener('keydown', leave, options)
    const timers = [setTimeout(() => setIsSettled(true), SETTLING_MS), setTimeout(leave, LATEST_MS)]
    return () => {
      timers.forEach(clearTimeout)
      listening.abort()
    }
  }, [scrollRef, isThere, leave])
  return { isSettled, isLeft, leave }
}

// Before it is scrolled to its place, a list is near its start without anybody having gone there.
const SETTLING_MS = 300
// Who reads on without a sign of it must not be brought back.
const LATEST_MS = 15_000
