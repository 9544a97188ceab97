import {
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { computeLabelPlaces } from './compute-columns.ts'
import type { Ticks } from './compute-ticks.ts'
import css from './plot.module.css'
import { PlotTip, type TipContent, toTipText } from './plot-tip.tsx'

/** Where a plot is drawn. */
export type PlotFrame = {
  readonly width: number
  readonly height: number
  /** How far below the top a value stands. */
  readonly y: (value: number) => number
}

export type PlotProps = {
  /** What the keys do, for those who cannot see it. */
  readonly cursorLabel: string
  readonly ticks: Ticks
  readonly formatTick: (value: number) => string
  readonly count: number
  /** The middle of a place, and the place at a distance from the left. */
  readonly xOf: (index: number, frame: PlotFrame) => number
  readonly at: (x: number, frame: PlotFrame) => number
  readonly formatPlace: (index: number) => string
  readonly labelWidth: number
  /** How far a place reaches to both sides, where it is more than a line. */
  readonly reachOf?: (frame: PlotFrame) => number
  readonly describe: (index: number) => TipContent
  readonly draw: (frame: PlotFrame, active: number | null) => ReactNode
  /** On Enter or a click of the mouse. */
  readonly onChoose?: (index: number) => void
}

/** Axes around a drawing, with words about one place at a time by pointer, touch and keys. */
export function Plot(props: PlotProps): ReactElement {
  const {
    cursorLabel,
    ticks,
    formatTick,
    count,
    xOf,
    at,
    describe,
    draw,
    onChoose,
    reachOf = () => 0,
  } = props
  const [ref, whole] = useWidth()
  const [active, setActive] = useState<number | null>(null)
  useDismiss(ref, active !== null, () => setActive(null))
  const labels = ticks.values.map(formatTick)
  const left = Math.max(...labels.map(label => label.length)) * CHARACTER + GAP
  const frame: PlotFrame = {
    width: Math.max(1, whole - left - RIGHT),
    height: HEIGHT - TOP - BOTTOM,
    y: value => (HEIGHT - TOP - BOTTOM) * (1 - value / ticks.top),
  }
  const shown = active === null ? null : Math.min(active, count - 1)
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>): void =>
    setActive(at(clientX - currentTarget.getBoundingClientRect().left - left, frame))
  return (
    <div
      className={css.plot}
      ref={ref}
      onPointerMove={point}
      onPointerDown={point}
      // A finger only looks; to go somewhere it has the table.
      onPointerUp={({ pointerType }) => pointerType === 'mouse' && shown !== null && onChoose?.(shown)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setActive(null)}
    >
      <input
        type="range"
        className={css.cursor}
        aria-label={cursorLabel}
        min={0}
        max={Math.max(0, count - 1)}
        value={shown ?? count - 1}
        aria-valuetext={toTipText(describe(shown ?? count - 1))}
        onChange={event => setActive(Number(event.target.value))}
        onFocus={() => setActive(known => known ?? count - 1)}
        onBlur={() => setActive(null)}
        onKeyDown={event => event.key === 'Enter' && shown !== null && onChoose?.(shown)}
      />
      {whole > 0 && (
        <svg className={css.drawing} width={whole} height={HEIGHT} aria-hidden="true">
          <g transform={`translate(${left} ${TOP})`}>
            {ticks.values.map((value, index) => (
              <g key={value} transform={`translate(0 ${frame.y(value)})`}>
                <line className={value === 0 ? css.ground : css.line} x2={frame.width} />
                <text className={css.tick} x={-GAP + 2} dy="0.32em" textAnchor="end">
                  {labels[index]}
                </text>
              </g>
            ))}
            {draw(frame, shown)}
            <PlaceLabels {...props} frame={frame} />
          </g>
        </svg>
      )}
      {shown !== null && count > 0 && (
        <PlotTip
          content={describe(shown)}
          x={left + xOf(shown, frame)}
          reach={reachOf(frame)}
          width={whole}
        />
      )}
    </div>
  )
}

const HEIGHT = 260
const TOP = 18
const BOTTOM = 24
const RIGHT = 10
const GAP = 10
/** A digit at the size of the labels, with a little room. */
const CHARACTER = 6.6

function PlaceLabels({
  count,
  labelWidth,
  xOf,
  formatPlace,
  frame,
}: PlotProps & { readonly frame: PlotFrame }): ReactElement {
  return (
    <>
      {computeLabelPlaces(count, frame.width, labelWidth).map(index => {
        const x = xOf(index, frame)
        // The outer ones must not leave the picture.
        const isLast = x + labelWidth / 2 > frame.width + RIGHT
        return (
          <text
            key={index}
            className={css.tick}
            x={isLast ? frame.width + RIGHT - 2 : x}
            y={frame.height + 17}
            textAnchor={isLast ? 'end' : 'middle'}
          >
            {formatPlace(index)}
          </text>
        )
      })}
    </>
  )
}

/** Closes what is open on Escape, before anything else hears of it, and when something else is touched. */
function useDismiss(scope: RefObject<HTMLElement | null>, isOpen: boolean, onDismiss: () => void): void {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    if (!isOpen) return
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    document.addEventListener('pointerdown', leave, options)
    document.addEventListener('keydown', press, options)
    return () => listening.abort()

    function leave({ target }: Event): void {
      if (!(target instanceof Node && scope.current?.contains(target))) dismiss()
    }
    function press(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      dismiss()
    }
  }, [scope, isOpen])
}

/** How wide an element is, whenever that changes; 0 before it is drawn. */
function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => setWidth(Math.floor(element.clientWidth))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
