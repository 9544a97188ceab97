import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactElement,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../page/page-context.ts'
import type { StoryItem } from '../story/compute-story.ts'
import type { PlaceKeeper } from '../story/reader-place.ts'
import type { Target } from '../story/target.ts'
import { DayLine, findDayBreak } from './day-line.tsx'
import { focusQuietly, focusWhenDrawn } from './focus-story.ts'
import { ItemView } from './item-view.tsx'
import css from './story.module.css'
import { useEnd } from './use-end.ts'
import { useRest } from './use-rest.ts'

/** What the page may ask of the list. */
export type StoryListHandle = {
  readonly move: (step: 1 | -1) => void
  /** Brings an item into sight; the focus stays where it is. */
  readonly reveal: (key: string) => void
  readonly toStart: () => void
  readonly toEnd: () => void
}

export type StoryListProps = {
  readonly handleRef: RefObject<StoryListHandle | null>
  readonly items: readonly StoryItem[]
  /** Where to begin: at this item, or at the end. */
  readonly startKey: string | undefined
  /** How far below the upper edge that item begins. */
  readonly startTop?: number | undefined
  readonly markedKey: string | undefined
  /** Whether what is loaded reaches the log's end: only there the list goes on with it. */
  readonly reachesEnd: boolean
  readonly reader: PlaceKeeper
  readonly onNearStart: () => void
  readonly onNearEnd: () => void
  /** The reader wants to the log's end. */
  readonly onToEnd: () => void
  /** Where the reader rests, now and then while they move; undefined at the end. */
  readonly onRest: (rest: Target | undefined) => void
}

/** The items in sight of a story of any length. It stays where the reader is; at the end it goes on with it. */
export function StoryList(props: StoryListProps): ReactElement {
  const { handleRef, items, startKey, startTop = 0, markedKey, reachesEnd, reader } = props
  const { onNearStart, onNearEnd } = props
  const texts = useTexts()
  const scrollRef = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string>()
  // Where the first item that is scrolled to begins; the list looks again until all above it is measured.
  const topRef = useRef(startTop)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: index => estimateHeight(items[index]),
    // What stands at the top is not drawn for a reader who begins elsewhere.
    initialOffset: () => estimateTop(items, startKey),
    getItemKey: index => items[index]?.key ?? index,
    overscan: 6,
    // Keeps the reader's place when items come or go above.
    anchorTo: 'end',
    paddingStart: 12,
    paddingEnd: 24,
    scrollPaddingStart: topRef.current,
  })
  const drawn = virtualizer.getVirtualItems()
  const { isAtEnd, leave } = useEnd({ scrollRef, virtualizer, reachesEnd })
  const below = useNewBelow(items, isAtEnd)

  const wasPlaced = useRef(false)
  const [isSettled, setIsSettled] = useState(false)
  useLayoutEffect(() => {
    if (wasPlaced.current || items.length === 0) return
    wasPlaced.current = true
    const index = startKey === undefined ? -1 : items.findIndex(({ key }) => key === startKey)
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'start' })
    else virtualizer.scrollToEnd()
    setTimeout(() => setIsSettled(true), SETTLING_MS)
    // Whoever opened it from the list reads on here; whoever is elsewhere stays there.
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('.sessions-pane'))
      focusQuietly(scrollRef.current, activeElement)
  }, [items, startKey, virtualizer])

  const firstDrawn = drawn[0]?.index
  const lastDrawn = drawn.at(-1)?.index
  useEffect(() => {
    if (!isSettled) return
    if (firstDrawn !== undefined && firstDrawn < EDGE) onNearStart()
    if (lastDrawn !== undefined && lastDrawn >= items.length - EDGE) onNearEnd()
  }, [isSettled, firstDrawn, lastDrawn, items.length, onNearStart, onNearEnd])

  const [top, bottom] = [virtualizer.range?.startIndex, virtualizer.range?.endIndex]
  useEffect(() => {
    const [first, last] = [items[top ?? 0]?.place, items[bottom ?? 0]?.place]
    const at = items[top ?? 0]?.item.timestamp ?? ''
    reader.set({ first: first?.placed.seq ?? 0, last: last?.placed.seq ?? 0, isAtEnd, at })
  }, [items, top, bottom, isAtEnd, reader])
  useRest({ scrollRef, items, isAtEnd, onRest: props.onRest })
  useEffect(() => forgetSizes(virtualizer.itemSizeCache, items), [virtualizer, items])

  function reveal(key: string, align: 'center' | 'start'): void {
    const index = items.findIndex(item => item.key === key)
    if (index === -1) return
    setCurrent(key)
    leave()
    topRef.current = 0
    virtualizer.setOptions({ ...virtualizer.options, scrollPaddingStart: 0 })
    virtualizer.scrollToIndex(index, { align })
  }
  const toEnd = (): void => (reachesEnd ? virtualizer.scrollToEnd() : props.onToEnd())
  useImperativeHandle(handleRef, () => ({
    reveal: key => reveal(key, 'center'),
    move(step) {
      const top = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0
      const at = items.findIndex(({ key }) => key === current)
      const next = items[at === -1 ? top : Math.min(items.length - 1, Math.max(0, at + step))]
      if (!next) return
      reveal(next.key, 'start')
      focusWhenDrawn(scrollRef.current, next.key)
    },
    toStart() {
      leave()
      virtualizer.scrollToOffset(0)
    },
    toEnd,
  }))

  return (
    <div className={css.story}>
      {/* A list that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={`scroll ${css.scroll}`} ref={scrollRef} tabIndex={0} aria-label={texts.story}>
        <ol className="virtual" style={{ height: virtualizer.getTotalSize() }}>
          {drawn.map(({ index, key, start }) => {
            const storyItem = items[index]
            if (!storyItem) return null
            const day = findDayBreak(items, index)
            const isMarked = storyItem.key === markedKey || storyItem.key === current
            return (
              <li
                key={key}
                data-index={index}
                data-key={storyItem.key}
                tabIndex={-1}
                ref={virtualizer.measureElement}
                className={isMarked ? 'virtual-line is-marked' : 'virtual-line'}
                aria-posinset={index + 1}
                aria-setsize={-1}
                style={{ transform: `translateY(${start}px)` }}
              >
                {day !== undefined && <DayLine time={day} />}
                <ItemView storyItem={storyItem} />
              </li>
            )
          })}
        </ol>
      </section>
      {!isAtEnd && items.length > 0 && (
        <button type="button" className={css.toEnd} onClick={toEnd}>
          {below > 0 ? `↓ ${texts.newBelow(below)}` : `↓ ${texts.toEnd}`}
        </button>
      )}
    </div>
  )
}

// Before it is scrolled to its place, a list is near its start without anybody having gone there.
const SETTLING_MS = 120
// So many items before the edge, more are asked for.
const EDGE = 8

const ESTIMATES: Readonly<Partial<Record<StoryItem['item']['kind'], number>>> = {
  prompt: 90,
  answer: 110,
  thinking: 62,
  tool: 130,
  boundary: 48,
}

function estimateHeight(storyItem: StoryItem | undefined): number {
  return ESTIMATES[storyItem?.item.kind ?? 'notice'] ?? 90
}

/** Where an item begins, as far as one can tell before any is drawn; the end for one that is not there. */
function estimateTop(items: readonly StoryItem[], key: string | undefined): number {
  const index = key === undefined ? -1 : items.findIndex(item => item.key === key)
  return items
    .slice(0, index === -1 ? items.length : index)
    .reduce((sum, item) => sum + estimateHeight(item), 0)
}

/** The list would remember the height of everything that ever was in it. */
function forgetSizes(sizes: Map<unknown, number>, items: readonly StoryItem[]): void {
  if (sizes.size <= items.length + MOST_FORGOTTEN) return
  const kept = new Set<unknown>(items.map(({ key }) => key))
  for (const key of sizes.keys()) if (!kept.has(key)) sizes.delete(key)
}

const MOST_FORGOTTEN = 1000

/** How many items came since the reader last was at the end. */
function useNewBelow(items: readonly StoryItem[], isAtEnd: boolean): number {
  const [seen, setSeen] = useState<string>()
  const last = items.at(-1)?.key
  useEffect(() => {
    setSeen(known => (isAtEnd || known === undefined ? last : known))
  }, [isAtEnd, last])
  return countNew(items, seen)
}

/** How many items stand behind the one that was seen last; none where it is not known. */
export function countNew(items: readonly { readonly key: string }[], seen: string | undefined): number {
  if (seen === undefined) return 0
  const index = items.findLastIndex(({ key }) => key === seen)
  return index === -1 ? 0 : items.length - 1 - index
}
