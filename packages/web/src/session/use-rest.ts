import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { StoryItem } from '../story/compute-story.ts'
import type { Target } from '../story/target.ts'

export type RestOptions = {
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly items: readonly StoryItem[]
  readonly isAtEnd: boolean
  readonly onRest: (rest: Target | undefined) => void
}

/** Tells where the reader rests when they have moved. */
export function useRest({ scrollRef, items, isAtEnd, onRest }: RestOptions): void {
  const tell = useEffectEvent((list: HTMLElement) => onRest(isAtEnd ? undefined : findRest(list, items)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever comes to the end or leaves it has moved
  useEffect(() => {
    const list = scrollRef.current
    if (!list) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const move = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        tell(list)
      }, PAUSE_MS)
    }
    move()
    list.addEventListener('scroll', move, { passive: true })
    return () => {
      clearTimeout(timer)
      list.removeEventListener('scroll', move)
    }
  }, [scrollRef, isAtEnd])
}

// Browsers allow some hundred notes in the history in half a minute.
const PAUSE_MS = 400

/** The first item in sight that the log has. */
function findRest(list: HTMLElement, items: readonly StoryItem[]): Target | undefined {
  const edge = list.getBoundingClientRect().top
  for (const line of list.querySelectorAll<HTMLElement>('.virtual-line')) {
    const { top, bottom } = line.getBoundingClientRect()
    const item = bottom > edge ? items[Number(line.dataset.index)] : undefined
    if (item?.place)
      return { seq: item.place.placed.seq, rest: { key: item.key, top: Math.round(top - edge) } }
  }
  return undefined
}
