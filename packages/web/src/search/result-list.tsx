import type { FoundHit } from '@antiphon/server/protocol'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useNow } from '../browser/use-now.ts'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { HitRow, toHitRoute } from './hit-row.tsx'
import type { ResultLine } from './result-lines.ts'
import styles from './results.module.css'
import { SessionHeading } from './session-heading.tsx'
import type { HandProps } from './use-held-sessions.ts'

export type ResultListProps = {
  readonly lines: readonly ResultLine[]
  readonly selected: string | null
  /** What is looked for in a session that is opened, and what is marked in titles. */
  readonly findQuery: string
  readonly markedWords: readonly string[]
  readonly hasPreview: boolean
  readonly loading: ReadonlySet<string>
  /** Where it was scrolled to when it was left. */
  readonly startTop: number
  /** Takes the focus to a line by its number, once. */
  readonly focusRef: RefObject<((index: number) => void) | null>
  readonly onSelect: (key: string) => void
  readonly onToggle: (session: string) => void
  readonly onMore: (session: string) => void
  /** The reader went above the first line. */
  readonly onLeave: () => void
  readonly onScroll: (top: number) => void
  /** Told of the reader's hand on the list. */
  readonly handProps: HandProps
}

/** Sessions and their hits, of which only those in sight are drawn; arrows walk, and what has the focus is chosen. */
export function ResultList(props: ResultListProps): ReactElement {
  const { lines, selected, onSelect, onToggle, onMore, focusRef } = props
  const texts = useTexts()
  const now = useNow(30_000)
  const scrollRef = useRef<HTMLDivElement>(null)
  const wantedRef = useRef<string | null>(null)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: index => ESTIMATES[lines[index]?.kind ?? 'hit'],
    getItemKey: index => lines[index]?.key ?? index,
    initialOffset: props.startTop,
    overscan: 12,
  })

  function focus(index: number): void {
    const line = lines[index]
    if (!line) return
    wantedRef.current = line.key
    virtualizer.scrollToIndex(index, { align: 'auto' })
    takeFocus()
  }

  /** What was scrolled to is drawn a moment later. */
  function takeFocus(): void {
    const { current: wanted } = wantedRef
    if (wanted === null) return
    const row = [...(scrollRef.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].find(
      ({ dataset }) => dataset.line === wanted,
    )
    if (!row) return
    wantedRef.current = null
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  }

  useEffect(takeFocus)
  useLayoutEffect(() => {
    focusRef.current = focus
  })

  function onKeyDown(event: KeyboardEvent): void {
    const at = lines.findIndex(({ key }) => key === lineOf(event.target))
    const line = lines[at]
    if (!line || event.metaKey || event.ctrlKey || event.altKey) return
    if (!press(event.key, at, line)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** True where the key means something here. */
  function press(key: string, at: number, line: ResultLine): boolean {
    switch (key) {
      case 'ArrowDown':
      case 'j':
        focus(Math.min(lines.length - 1, at + 1))
        return true
      case 'ArrowUp':
      case 'k':
        if (at === 0) props.onLeave()
        else focus(at - 1)
        return true
      case 'Home':
        focus(0)
        return true
      case 'End':
        focus(lines.length - 1)
        return true
      case 'ArrowLeft':
        if (line.kind === 'session') {
          if (line.isOpen) onToggle(line.session.id)
        } else focus(lines.findIndex(({ key: other }) => other === line.session.id))
        return true
      case 'ArrowRight':
        if (line.kind === 'session' && !line.isOpen) onToggle(line.session.id)
        return true
      case 'o':
        openLine(line, props.findQuery)
        return true
      default:
        return false
    }
  }

  return (
    <section
      className={styles.scroll}
      ref={scrollRef}
      // A list that scrolls must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-label={texts.inSearch.results}
      onKeyDown={onKeyDown}
      {...props.handProps}
      onFocus={event => {
        props.handProps.onFocus()
        const key = lineOf(event.target)
        if (key !== undefined) onSelect(key)
      }}
      onScroll={event => {
        props.handProps.onScroll(event)
        props.onScroll(event.currentTarget.scrollTop)
      }}
    >
      <ul className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <li
              key={key}
              data-index={index}
              ref={virtualizer.measureElement}
              className={styles.line}
              style={{ transform: `translateY(${start}px)` }}
            >
              {line.kind === 'session' && (
                <SessionHeading
                  session={line.session}
                  isOpen={line.isOpen}
                  isSelected={line.key === selected}
                  now={now}
                  words={props.markedWords}
                  onToggle={onToggle}
                />
              )}
              {line.kind === 'hit' && (
                <HitRow
                  hit={line.hit}
                  lineKey={line.key}
                  isSelected={line.key === selected}
                  words={props.findQuery}
                  onSelect={props.hasPreview ? onSelect : undefined}
                />
              )}
              {line.kind === 'more' && (
                <button
                  type="button"
                  className={styles.more}
                  data-line={line.key}
                  disabled={props.loading.has(line.session.id)}
                  onClick={() => onMore(line.session.id)}
                >
                  {props.loading.has(line.session.id)
                    ? texts.inSearch.loadingMore
                    : texts.inSearch.more(line.left)}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const ESTIMATES: Readonly<Record<ResultLine['kind'], number>> = { session: 41, hit: 54, more: 40 }

function lineOf(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? target.closest<HTMLElement>('[data-line]')?.dataset.line : undefined
}

/** Opens what a line stands for: the hit at its place, or the session. */
function openLine(line: ResultLine, findQuery: string): void {
  if (line.kind === 'hit') goTo(toHitRoute(line.hit, findQuery))
  else goTo({ kind: 'session', id: line.session.id })
}

/** The hit that a line is, if it is one. */
export function hitOf(line: ResultLine | undefined): FoundHit | undefined {
  return line?.kind === 'hit' ? line.hit : undefined
}
