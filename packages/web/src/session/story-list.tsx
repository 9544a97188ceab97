import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import {
  type ReactElement,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import type { PlaceKeeper } from '../story/reader-place.ts'
import type { StoryRow } from '../story/story-row.ts'
import type { Target } from '../story/target.ts'
import { DayLine, findDayBreak } from './day-line.tsx'
import { focusQuietly, focusWhenDrawn } from './focus-story.ts'
import { RowView } from './row-view.tsx'
import type { SessionState } from './session-state.ts'
import css from './story.module.css'
import { findStuckHeading, StuckPrompt } from './stuck-prompt.tsx'
import { useEdges } from './use-edges.ts'
import { KEEPS_END, useEnd } from './use-end.ts'
import { useRest } from './use-rest.ts'
import { findStartLine, useStart } from './use-start.ts'

/** What the page may ask of the list. */
export type StoryListHandle = {
  /** To the turn that comes next. */
  readonly move: (step: 1 | -1) => void
  /** Brings a line into sight, as soon as it is there; the focus stays where it is. */
  readonly reveal: (key: string) => void
  readonly toStart: () => void
  readonly toEnd: () => void
  /** The reader is moved by somebody else: they are not brought back to where the list began. */
  readonly leave: () => void
  /** The reader opens something by a key: it stays where it is. */
  readonly hold: () => void
  /** The line that has the focus or was moved to, else the first in sight. */
  readonly current: () => StoryRow | undefined
}

export type StoryListProps = {
  readonly handleRef: RefObject<StoryListHandle | null>
  readonly rows: readonly StoryRow[]
  /** Where to begin: at a position of the log, or at a line that was read; else at the end. */
  readonly start: Target
  readonly markedKey: string | undefined
  /** Whether what is loaded reaches the log's end: only there the list goes on with it. */
  readonly reachesEnd: boolean
  /** Whether somebody writes it: only then there is a latest to jump to. */
  readonly isGrowing: boolean
  readonly reader: PlaceKeeper
  readonly way: SessionState['way']
  readonly onNearStart: () => void
  readonly onNearEnd: () => void
  /** The reader wants to the log's end. */
  readonly onToEnd: () => void
  readonly onOpenTurn: (row: StoryRow) => void
  /** Where the reader rests, now and then while they move; undefined at the end. */
  readonly onRest: (rest: Target | undefined) => void
}

// The first screen is drawn alone; lines beside it come when it stands.
const FIRST_OVERSCAN = 1
const OVERSCAN = 6

/** The lines in sight of a story of any length. It stays where the reader is; at the end it goes on with it. */
export function StoryList(props: StoryListProps): ReactElement {
  const { handleRef, rows, start, markedKey, reachesEnd, reader } = props
  const { way, onNearStart, onNearEnd } = props
  const texts = useTexts()
  const scrollRef = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string>()
  const [first] = useState(() => findStartLine(rows, start))
  const topRef = useRef(first.top)
  const nearRef = useRef(KEEPS_END)
  const [overscan, setOverscan] = useState(FIRST_OVERSCAN)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: index => estimateHeight(rows[index]),
    // What stands at the top is not drawn for a reader who begins elsewhere.
    initialOffset: () => estimateTop(rows, first.index),
    getItemKey: index => rows[index]?.key ?? index,
    overscan,
    // Keeps the reader's place when lines come or go above.
    anchorTo: 'end',
    paddingStart: 16,
    paddingEnd: 40,
    scrollPaddingStart: topRef.current,
    scrollEndThreshold: nearRef.current,
  })
  const drawn = virtualizer.getVirtualItems()
  const end = useEnd({ scrollRef, virtualizer, reachesEnd, nearRef })
  const { isAtEnd } = end
  const begin = useStart({ scrollRef, virtualizer, rows, start, topRef })
  const { isSettled } = begin
  useEffect(() => {
    if (isSettled) setOverscan(OVERSCAN)
  }, [isSettled])
  const leave = (): void => {
    begin.leave()
    end.leave()
  }
  const isThere = rows.length > 0
  useLayoutEffect(() => {
    if (!isThere) return
    // Whoever opened it from the list reads on here; whoever is elsewhere stays there.
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.closest('.sessions-pane'))
      focusQuietly(scrollRef.current, activeElement)
  }, [isThere])

  const firstDrawn = drawn[0]?.index
  const lastDrawn = drawn.at(-1)?.index
  useEdges({ scrollRef, isSettled, firstDrawn, lastDrawn, count: rows.length, way, onNearStart, onNearEnd })

  const [top, bottom] = [virtualizer.range?.startIndex, virtualizer.range?.endIndex]
  useEffect(() => {
    const [upper, lower] = [rows[top ?? 0], rows[bottom ?? 0]]
    reader.set({ first: upper?.seq ?? 0, last: lower?.seq ?? 0, isAtEnd, at: upper?.at ?? '' })
  }, [rows, top, bottom, isAtEnd, reader])
  useRest({ scrollRef, rows, isAtEnd, isMoved: begin.isLeft, onRest: props.onRest })
  useEffect(() => forgetSizes(virtualizer.itemSizeCache, rows), [virtualizer, rows])

  function scrollTo(key: string, align: 'center' | 'start'): boolean {
    const index = rows.findIndex(row => row.key === key)
    if (index === -1) return false
    setCurrent(key)
    leave()
    virtualizer.scrollToIndex(index, { align })
    return true
  }
  // What is still folded is there with the next drawing.
  const awaited = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for whenever the lines are others
  useLayoutEffect(() => {
    if (awaited.current !== undefined && scrollTo(awaited.current, 'center')) awaited.current = undefined
  }, [rows])
  const toEnd = (): void => {
    begin.leave()
    if (reachesEnd) end.goTo()
    else props.onToEnd()
  }
  const findCurrent = (): StoryRow | undefined => {
    const focused = document.activeElement?.closest<HTMLElement>('.virtual-line')
    const key = (focused && scrollRef.current?.contains(focused) ? focused.dataset.key : undefined) ?? current
    return rows.find(row => row.key === key) ?? rows[top ?? 0]
  }
  useImperativeHandle(handleRef, () => ({
    reveal(key) {
      awaited.current = scrollTo(key, 'center') ? undefined : key
    },
    current: findCurrent,
    move(step) {
      const next = findTurn(rows, findCurrent(), step, current === undefined)
      if (!next) return
      scrollTo(next.key, 'start')
      focusWhenDrawn(scrollRef.current, next.key)
    },
    toStart() {
      leave()
      virtualizer.scrollToOffset(0)
    },
    toEnd,
    leave: begin.leave,
    hold: end.hold,
  }))
  const stuck = findStuckHeading(rows, top)

  return (
    <div className={css.story}>
      {stuck && <StuckPrompt row={stuck} onOpen={() => scrollTo(stuck.key, 'start')} />}
      {/* A list that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={`scroll ${css.scroll}`} ref={scrollRef} tabIndex={0} aria-label={texts.story}>
        <ol className="virtual" style={{ height: virtualizer.getTotalSize() }}>
          {drawn.map(({ index, key, start: offset }) => {
            const row = rows[index]
            if (!row) return null
            const day = findDayBreak(rows, index)
            const isMarked = row.key === markedKey || row.key === current
            return (
              <li
                key={key}
                data-index={index}
                data-key={row.key}
                tabIndex={-1}
                ref={virtualizer.measureElement}
                className={isMarked ? 'virtual-line is-marked' : 'virtual-line'}
                aria-posinset={index + 1}
                aria-setsize={-1}
                style={{ transform: `translateY(${offset}px)` }}
              >
                {day !== undefined && <DayLine time={day} />}
                <RowView row={row} onOpenTurn={props.onOpenTurn} />
              </li>
            )
          })}
        </ol>
      </section>
      {!isAtEnd && props.isGrowing && rows.length > 0 && (
        <Button className={css.toEnd} icon={ArrowDown} onClick={toEnd}>
          {texts.turns.jumpToLatest}
        </Button>
      )}
    </div>
  )
}

/** The turn behind or before a line; at first the one in which it stands. */
function findTurn(
  rows: readonly StoryRow[],
  from: StoryRow | undefined,
  step: 1 | -1,
  isFirst: boolean,
): StoryRow | undefined {
  const isTurn = ({ kind }: StoryRow): boolean => kind === 'heading' || kind === 'shut' || kind === 'gap'
  const at = from ? rows.indexOf(from) : 0
  const own = rows.slice(0, at + 1).findLastIndex(isTurn)
  if (isFirst && own !== -1) return rows[own]
  if (step === 1) return rows.slice(at + 1).find(isTurn) ?? rows[own]
  return rows.slice(0, Math.max(own, 0)).findLast(isTurn) ?? rows[Math.max(own, 0)]
}

const ESTIMATES: Readonly<Record<StoryRow['kind'], number>> = {
  shut: 41,
  heading: 80,
  item: 110,
  cut: 58,
  group: 36,
  step: 30,
  foot: 58,
  gap: 58,
}

function estimateHeight(row: StoryRow | undefined): number {
  if (
    row?.kind === 'step' &&
    row.storyItem.item.kind === 'tool' &&
    row.storyItem.item.story.status === 'failed'
  )
    return 170
  return ESTIMATES[row?.kind ?? 'item']
}

/** Where a line begins, as far as one can tell before any is drawn; the end for one that is not there. */
function estimateTop(rows: readonly StoryRow[], index: number): number {
  return rows.slice(0, index === -1 ? rows.length : index).reduce((sum, row) => sum + estimateHeight(row), 0)
}

/** The list would remember the height of everything that ever was in it. */
function forgetSizes(sizes: Map<unknown, number>, rows: readonly StoryRow[]): void {
  if (sizes.size <= rows.length + MOST_FORGOTTEN) return
  const kept = new Set<unknown>(rows.map(({ key }) => key))
  for (const key of sizes.keys()) if (!kept.has(key)) sizes.delete(key)
}

const MOST_FORGOTTEN = 1000
