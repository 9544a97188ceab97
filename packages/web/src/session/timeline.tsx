import { oneLine } from '@antiphon/core/ui'
import type { TurnOutline } from '@antiphon/server/protocol'
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type NamedExoticComponent,
  type ReactElement,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useTexts } from '../page/page-context.ts'
import { type PlaceKeeper, useReaderPlace } from '../story/reader-place.ts'
import type { Target } from '../story/target.ts'
import css from './timeline.module.css'
import { TimelineLegend } from './timeline-legend.tsx'
import { computeTicks, findSeen, type TimelineTick, toTickWidth } from './timeline-ticks.ts'

export type TimelineProps = {
  readonly turns: Pick<TurnOutline, 'end' | 'turns' | 'compactions'>
  readonly reader: PlaceKeeper
  readonly onJump: (target: Target) => void
}

/** The whole session from top to bottom, a tick a turn: how much was done, what failed, and where the reader is. */
export function Timeline({ turns, reader, onJump }: TimelineProps): ReactElement {
  const texts = useTexts()
  const listRef = useRef<HTMLOListElement>(null)
  const ticks = useMemo(() => computeTicks(turns), [turns])
  const seen = findSeen(ticks, useReaderPlace(reader))
  const jumpRef = useRef(onJump)
  useEffect(() => {
    jumpRef.current = onJump
  }, [onJump])
  const jump = useCallback((seq: number) => jumpRef.current({ seq }), [])

  function onKeyDown(event: KeyboardEvent): void {
    const all: readonly Element[] = [...(listRef.current?.querySelectorAll('button') ?? [])]
    const at = document.activeElement ? all.indexOf(document.activeElement) : -1
    const next = findNext(event.key, at, all.length)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const button = all[next]
    if (button instanceof HTMLElement) button.focus()
  }

  return (
    <nav className={css.timeline} aria-label={texts.inSession.timeline} onKeyDown={onKeyDown}>
      <ol ref={listRef} className={css.ticks}>
        {ticks.map((tick, index) => (
          <Fragment key={tick.slot}>
            {tick.isCut && <li className={css.compaction} title={texts.changes.compacted} />}
            <Tick
              tick={tick}
              isSeen={index >= seen.from && index <= seen.to}
              isCurrent={index === seen.from}
              onJump={jump}
            />
          </Fragment>
        ))}
      </ol>
      <TimelineLegend />
    </nav>
  )
}

type TickProps = {
  readonly tick: TimelineTick
  readonly isSeen: boolean
  readonly isCurrent: boolean
  readonly onJump: (seq: number) => void
}

const Tick: NamedExoticComponent<TickProps> = memo(({ tick, isSeen, isCurrent, onJump }: TickProps) => {
  const { changes: texts } = useTexts()
  const { first, last, calls, failed } = tick
  const name = first === last ? texts.turnAt(first.number) : texts.turnsAt(first.number, last.number)
  const facts = [texts.calls(calls), failed > 0 && texts.failed(failed)].filter(Boolean).join(' · ')
  return (
    <li className={isSeen ? css.seen : undefined}>
      <button
        type="button"
        className={isCurrent ? css.current : undefined}
        aria-label={[name, failed > 0 && texts.failed(failed)].filter(Boolean).join(', ')}
        aria-current={isCurrent}
        // One stop for the keyboard; arrows go on from there.
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => onJump(first.seq)}
      >
        {failed > 0 && <span className={css.failed} />}
        <span className={css.mark} style={{ width: toTickWidth(calls) }} />
      </button>
      <span className={css.tip}>
        <b>{oneLine(first.text, 160) || name}</b>
        <span>
          {name} · {facts}
        </span>
      </span>
    </li>
  )
})

function findNext(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, at + 1)
    case 'ArrowUp':
      return Math.max(0, at - 1)
    case 'PageDown':
      return Math.min(count - 1, at + 10)
    case 'PageUp':
      return Math.max(0, at - 10)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
