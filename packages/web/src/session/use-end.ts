import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export type EndOptions = {
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>
  /** Whether the list's end is the log's end. */
  readonly reachesEnd: boolean
  /** How near the end the list keeps its end by itself; it reads it when it is drawn. */
  readonly nearRef: RefObject<number>
}

export type End = {
  readonly isAtEnd: boolean
  /** The reader is led elsewhere. */
  readonly leave: () => void
  /** The reader opens something: what they look at stays where it is, however much comes below it, and however late. */
  readonly hold: () => void
  /** The reader wants to the end. */
  readonly goTo: () => void
}

/** How near is at the end, for a list that keeps its end, and for one that does not. */
export const KEEPS_END = 1
const KEEPS_PLACE = -1

/**
 * Whether the reader is at the end, and keeps them there while the list grows. They leave it by scrolling up or by
 * opening something, and by nothing else: items that come, go or turn out larger than expected are no wish of theirs.
 */
export function useEnd({ scrollRef, virtualizer, reachesEnd, nearRef }: EndOptions): End {
  const [isAtEnd, setIsAtEnd] = useState(false)
  const latest = useRef({ reachesEnd, isAtEnd })
  const keep = useCallback(
    (near: number) => {
      if (nearRef.current === near) return
      nearRef.current = near
      virtualizer.setOptions({ ...virtualizer.options, scrollEndThreshold: near })
    },
    [virtualizer, nearRef],
  )
  const leave = useCallback(() => {
    latest.current = { ...latest.current, isAtEnd: false }
    setIsAtEnd(false)
  }, [])
  const hold = useCallback(() => {
    keep(KEEPS_PLACE)
    // A way to the end that is not over yet would go on with what is opened.
    if (latest.current.isAtEnd) virtualizer.scrollToOffset(scrollRef.current?.scrollTop ?? 0)
    leave()
  }, [scrollRef, virtualizer, keep, leave])
  useLayoutEffect(() => {
    latest.current = { reachesEnd, isAtEnd: isAtEnd && reachesEnd }
  })
  useEffect(() => {
    const list = scrollRef.current
    if (!list) return
    let before = { top: list.scrollTop, height: list.scrollHeight }
    let turnedAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      const { scrollTop: top, scrollHeight: height } = list
      const isTurning = performance.now() - turnedAt < TURNING_MS
      const isNear = height - list.clientHeight - top <= (isTurning ? 1 : NEAR_END)
      // What goes above the reader takes as much from the height as from the place.
      const wentUp = before.top - top > Math.max(0, before.height - height) + 1
      before = { top, height }
      if (isNear) {
        keep(KEEPS_END)
        setIsAtEnd(latest.current.reachesEnd)
      } else if (wentUp || !latest.current.isAtEnd) setIsAtEnd(false)
    }
    // Heard before the list moves, so that what comes at the same moment does not pull the reader back.
    const turn = (event: Event): void => {
      if (!isTurnedUp(event) || list.scrollTop <= 0) return
      turnedAt = performance.now()
      setIsAtEnd(false)
      // What they turned may have been something inside the list.
      clearTimeout(timer)
      timer = setTimeout(look, TURNING_MS)
    }
    look()
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    list.addEventListener('scroll', look, options)
    for (const name of ['wheel', 'touchmove', 'keydown']) list.addEventListener(name, turn, options)
    list.addEventListener('click', event => opensMore(event.target) && hold(), options)
    // A list that becomes lower shows less of its end.
    const resizing = new ResizeObserver(() => {
      if (latest.current.isAtEnd) virtualizer.scrollToEnd()
    })
    resizing.observe(list)
    return () => {
      resizing.disconnect()
      clearTimeout(timer)
      listening.abort()
    }
  }, [scrollRef, virtualizer, keep, hold])
  const size = virtualizer.getTotalSize()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changed the size moved the end
  useLayoutEffect(() => {
    if (latest.current.isAtEnd) virtualizer.scrollToEnd()
  }, [virtualizer, size])
  const goTo = useCallback(() => {
    keep(KEEPS_END)
    setIsAtEnd(true)
    virtualizer.scrollToEnd()
  }, [virtualizer, keep])
  return { isAtEnd: isAtEnd && reachesEnd, leave, hold, goTo }
}

const NEAR_END = 48
// While somebody turns away, being near is not being there.
const TURNING_MS = 500

/** What shows more below itself when it is clicked: it is heard before it does. */
function opensMore(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[aria-expanded="false"]:not([aria-haspopup]), [data-opens]') !== null
  )
}

function isTurnedUp(event: Event): boolean {
  if (event instanceof WheelEvent) return event.deltaY < 0
  if (event instanceof KeyboardEvent) return UP_KEYS.has(event.key)
  return true
}

const UP_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home'])
