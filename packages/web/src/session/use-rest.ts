import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { StoryRow } from '../story/story-row.ts'
import type { Target } from '../story/target.ts'

export type RestOptions = {
  readonly scrollRef: RefObject<HTMLDivElement | null>
  readonly rows: readonly StoryRow[]
  readonly isAtEnd: boolean
  /** Whether the reader moved since it was opened; until then what is remembered stays. */
  readonly isMoved: boolean
  readonly onRest: (rest: Target | undefined) => void
}

/** Tells where the reader rests when they have moved. */
export function useRest({ scrollRef, rows, isAtEnd, isMoved, onRest }: RestOptions): void {
  const tell = useEffectEvent((list: HTMLElement) => onRest(isAtEnd ? undefined : findRest(list, rows)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever comes to the end or leaves it has moved
  useEffect(() => {
    const list = scrollRef.current
    if (!list || !isMoved) return
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
  }, [scrollRef, isAtEnd, isMoved])
}

// Browsers allow some hundred notes in the history in half a minute.
const PAUSE_MS = 400

/** The first line in sight that the log has. */
function findRest(list: HTMLElement, rows: readonly StoryRow[]): Target | undefined {
  const edge = list.getBoundingClientRect().top
  for (const line of list.querySelectorAll<HTMLElement>('.virtual-line')) {
    const { top, bottom } = line.getBoundingClientRect()
    const row = bottom > edge ? rows[Number(line.dataset.index)] : undefined
    if (row?.seq !== undefined) return { seq: row.seq, rest: { key: row.key, top: top - edge } }
  }
  return undefined
}
