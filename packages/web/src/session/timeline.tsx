import { oneLine } from '@antiphon/core/ui'
import type { Outline, OutlineMark } from '@antiphon/server/protocol'
import {
  type KeyboardEvent,
  memo,
  type NamedExoticComponent,
  type PointerEvent,
  type ReactElement,
  useState,
} from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatExact } from '../parts/format-time.ts'
import { type PlaceKeeper, useReaderPlace } from '../story/reader-place.ts'
import type { Target } from '../story/target.ts'
import css from './timeline.module.css'

export type TimelineProps = {
  readonly outline: Outline
  readonly reader: PlaceKeeper
  readonly onJump: (target: Target) => void
}

/** The whole session from top to bottom: how much happens where, what stands out, and where the reader is. */
export function Timeline({ outline, reader, onJump }: TimelineProps): ReactElement {
  const texts = useTexts()
  const place = useReaderPlace(reader)
  const [pointed, setPointed] = useState<number>()
  const { end } = outline
  const toShare = (seq: number): number => Math.min(1, seq / Math.max(1, end))
  const [from, to] = [toShare(place.first), place.isAtEnd ? 1 : toShare(place.last)]
  const share = place.isAtEnd ? 1 : from
  const jump = (to: number): void => {
    const seq = seqAt(outline, to)
    onJump(seq === undefined ? {} : { seq })
  }
  const shown = pointed === undefined ? undefined : (seqAt(outline, pointed) ?? end)
  return (
    <div className={css.frame}>
      <div
        className={css.timeline}
        role="slider"
        tabIndex={0}
        aria-label={texts.inSession.timeline}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={describe(place.first)}
        onKeyDown={onKeyDown}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setPointed(shareOf(event))
        }}
        onPointerMove={event => setPointed(shareOf(event))}
        onPointerUp={event => jump(shareOf(event))}
        onPointerLeave={() => setPointed(undefined)}
      >
        <Bars outline={outline} />
        <div
          className={css.place}
          style={{
            top: `min(${from * 100}%, calc(100% - 8px))`,
            height: `${Math.max(0, to - from) * 100}%`,
          }}
        />
      </div>
      {shown !== undefined && pointed !== undefined && (
        <div className={css.label} style={{ top: `${pointed * 100}%` }} aria-hidden="true">
          {describe(shown)}
        </div>
      )}
    </div>
  )

  function describe(seq: number): string {
    const time = timeAt(outline, seq)
    const prompt = promptAt(outline, seq)
    const parts = [
      texts.inSession.at(Math.round((seq / Math.max(1, end)) * 100)),
      time && formatExact(time),
      prompt && oneLine(prompt.text, 72),
    ]
    return parts.filter(Boolean).join(' · ')
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (step === 'start' || step === 'end') jump(step === 'start' ? 0 : 1)
    else if (step === 1 || step === -1) {
      const mark = findMark(outline, step === 1 ? Math.max(place.first, 0) : place.first, step)
      if (mark) onJump({ seq: mark.seq })
    } else jump(Math.min(1, Math.max(0, share + step)))
  }
}

const STEPS: Readonly<Record<string, number | 'start' | 'end' | undefined>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 0.1,
  PageUp: -0.1,
  Home: 'start',
  End: 'end',
}

function shareOf({ currentTarget, clientY }: PointerEvent<HTMLElement>): number {
  const { top, height } = currentTarget.getBoundingClientRect()
  return Math.min(1, Math.max(0, (clientY - top) / Math.max(1, height)))
}

const Bars: NamedExoticComponent<{ readonly outline: Outline }> = memo(
  ({ outline }: { readonly outline: Outline }) => {
    const { stretches, marks, end } = outline
    const most = Math.max(1, ...stretches.list.map(weightOf))
    const scale = 100 / Math.max(1, end)
    return (
      <>
        {stretches.list.map((stretch, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place
            key={index}
            className={`${css.bar} ${stretch.errors > 0 ? css.hasErrors : ''}`}
            style={{
              top: `${index * stretches.width * scale}%`,
              height: `${stretches.width * scale}%`,
              width: `${Math.sqrt(weightOf(stretch) / most) * 62}%`,
            }}
          />
        ))}
        {marks.map(mark => (
          <div
            key={`${mark.kind} ${mark.seq}`}
            className={`${css.mark} ${css[mark.kind] ?? ''}`}
            style={{ top: `${mark.seq * scale}%` }}
          />
        ))}
      </>
    )
  },
)

type Stretch = Outline['stretches']['list'][number]

function weightOf({ prompts, answers, calls, errors }: Stretch): number {
  return prompts + answers + calls + errors
}

/** The position at a share of a log, from 0 to 1: where a message begins. Undefined for its end. */
function seqAt({ stretches, end }: Outline, share: number): number | undefined {
  if (share >= 1) return undefined
  const index = Math.floor((Math.max(0, share) * end) / stretches.width)
  for (let at = Math.min(index, stretches.list.length - 1); at >= 0; at -= 1) {
    const seq = stretches.list[at]?.seq
    if (seq !== null && seq !== undefined) return seq
  }
  return 0
}

/** The mark that comes next in a direction. */
function findMark({ marks }: Outline, from: number, step: 1 | -1): OutlineMark | undefined {
  return step === 1 ? marks.find(({ seq }) => seq > from) : marks.findLast(({ seq }) => seq < from)
}

/** The last thing that somebody asked before a position. */
function promptAt({ marks }: Outline, seq: number): OutlineMark | undefined {
  return marks.findLast(mark => mark.kind === 'prompt' && mark.seq <= seq)
}

/** When it was, at a position. */
function timeAt({ stretches }: Outline, seq: number): string | undefined {
  for (let at = Math.floor(seq / stretches.width); at >= 0; at -= 1) {
    const time = stretches.list[at]?.at
    if (time) return time
  }
  return undefined
}
