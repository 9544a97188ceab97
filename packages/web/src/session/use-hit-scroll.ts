import { type RefObject, useEffect } from 'react'

export type HitScrollOptions = {
  readonly scope: RefObject<HTMLElement | null>
  /** The line that holds the hit. */
  readonly key: string | undefined
  readonly query: string
  /** Another value for another hit of the same line. */
  readonly hit: number
  /** Told before the list is moved. */
  readonly onMove: () => void
}

/** Brings the found word itself into sight, below the bar, once it is drawn: it may stand deep in a long line. */
export function useHitScroll({ scope, key, query, hit, onMove }: HitScrollOptions): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each hit is scrolled to once
  useEffect(() => {
    const list = scope.current?.querySelector<HTMLElement>('.story-scroll')
    if (!list || key === undefined || query === '') return
    const until = performance.now() + PATIENCE_MS
    let frame = 0
    let steady = 0
    const stop = (): void => cancelAnimationFrame(frame)
    const look = (): void => {
      const box = findCurrent()
      const view = list.getBoundingClientRect()
      if (box && box.height > 0) {
        const isSeen = box.top >= view.top + BAR && box.bottom <= view.bottom - EDGE
        if (!isSeen) onMove()
        if (!isSeen) list.scrollTop += box.top - view.top - view.height / 3
        steady = isSeen ? steady + 1 : 0
      }
      // What is loaded or measured late moves it again.
      if (steady < STEADY_FRAMES && performance.now() < until) frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    list.addEventListener('wheel', stop, { passive: true, once: true })
    list.addEventListener('touchmove', stop, { passive: true, once: true })
    return () => {
      stop()
      list.removeEventListener('wheel', stop)
      list.removeEventListener('touchmove', stop)
    }
  }, [scope, key, query, hit])
}

function findCurrent(): DOMRect | undefined {
  const highlight = typeof Highlight === 'undefined' ? undefined : CSS.highlights.get('found-current')
  for (const range of highlight ?? []) if (range instanceof Range) return range.getBoundingClientRect()
  return undefined
}

const PATIENCE_MS = 2500
const STEADY_FRAMES = 12
/** What stands over the upper edge: the prompt and the bar. */
const BAR = 56
const EDGE = 24
