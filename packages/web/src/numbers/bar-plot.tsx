import type { NumbersBar, NumbersGroup, NumbersSeries, NumbersStack } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import type { Measure } from '../language/numbers-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { formatBarTime, formatTokens, formatUsdTick, formatWhole } from '../parts/format-numbers.ts'
import { Choice, Segments } from './choices.tsx'
import { type Columns, computeColumns } from './compute-columns.ts'
import { computeStack, stackHeight } from './compute-stack.ts'
import { computeTicks } from './compute-ticks.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { Legend } from './legend.tsx'
import numbersCss from './numbers.module.css'
import { MEASURES, STACKS } from './numbers-choice.ts'
import css from './plot.module.css'
import { Plot, type PlotFrame } from './plot.tsx'
import { PlotFigure } from './plot-figure.tsx'
import { describeBar, formatAmount, listLegend, nameOf, toneOf, valuesOf } from './series-words.ts'
import { toneFill } from './tones.tsx'

export type BarPlotProps = BarsProps & {
  /** What the reader groups by: a bar lasts longer where there would be too many. */
  readonly by: NumbersGroup
  readonly stack: NumbersStack
  readonly onMeasure: (measure: Measure) => void
  readonly onStack: (stack: NumbersStack) => void
}

/** Cost or tokens over time, as bars of parts or as a table. */
export function BarPlot(props: BarPlotProps): ReactElement {
  const { series, by, measure, stack, onChoose, onMeasure, onStack } = props
  const texts = useTexts().numbers
  const title = texts.overTime(texts.measures[measure], series.unit)
  return (
    <PlotFigure
      label={title}
      head={
        <>
          <h2>{title}</h2>
          <Segments
            label={texts.measure}
            names={texts.measures}
            options={MEASURES}
            value={measure}
            onValue={onMeasure}
          />
          <Choice label={texts.stack} names={texts.stacks} options={STACKS} value={stack} onValue={onStack} />
        </>
      }
      note={
        isTime(by) &&
        by !== series.unit && <p className={numbersCss.note}>{texts.coarser(by, series.unit)}</p>
      }
      plot={
        <>
          <Bars series={series} measure={measure} onChoose={onChoose} />
          <Legend items={listLegend(series, measure, texts)} />
        </>
      }
      table={isHidden => <BarTable series={series} measure={measure} isHidden={isHidden} />}
    >
      {series.leftOut > 0 && <p className={numbersCss.note}>{texts.leftOut(formatWhole(series.leftOut))}</p>}
    </PlotFigure>
  )
}

function isTime(by: NumbersGroup): by is NumbersSeries['unit'] {
  return by === 'day' || by === 'week' || by === 'month'
}

type BarsProps = {
  readonly series: NumbersSeries
  readonly measure: Measure
  readonly onChoose: (bar: NumbersBar) => void
}

function Bars({ series, measure, onChoose }: BarsProps): ReactElement {
  const texts = useTexts().numbers
  const { bars, unit } = series
  const ticks = computeTicks(Math.max(0, ...bars.map(bar => stackHeight(valuesOf(bar, measure)))), 4)
  const columnsOf = ({ width }: PlotFrame): Columns => computeColumns(bars.length, width, WIDEST)
  return (
    <Plot
      cursorLabel={`${texts.lookAt}. ${texts.keysHint}`}
      ticks={ticks}
      formatTick={value => (measure === 'cost' ? formatUsdTick(value, ticks.step) : formatTokens(value))}
      count={bars.length}
      xOf={(index, frame) => (index + 0.5) * columnsOf(frame).step}
      at={(x, frame) => columnsOf(frame).at(x)}
      formatPlace={index => formatBarTime(bars[index]?.from ?? '', { unit, isLong: false }, texts)}
      labelWidth={unit === 'month' ? 72 : 56}
      reachOf={frame => columnsOf(frame).step / 2}
      describe={index => describeBar(series, { index, measure, texts })}
      onChoose={index => bars[index] && onChoose(bars[index])}
      draw={(frame, active) =>
        bars.map((bar, index) => (
          <g key={bar.from} transform={`translate(${index * columnsOf(frame).step} 0)`}>
            {active === index && (
              <rect className={css.active} y={-4} width={columnsOf(frame).step} height={frame.height + 4} />
            )}
            <Bar series={series} bar={bar} measure={measure} columns={columnsOf(frame)} y={frame.y} />
          </g>
        ))
      }
    />
  )
}

const WIDEST = 64

type BarProps = Omit<BarsProps, 'onChoose'> & {
  readonly bar: NumbersBar
  readonly columns: Columns
  readonly y: PlotFrame['y']
}

function Bar({ series, bar, measure, columns, y }: BarProps): ReactElement {
  const values = valuesOf(bar, measure)
  const height = stackHeight(values)
  return (
    <>
      {computeStack(values).map(({ from, to }, part) =>
        to > from ? (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the stack
            key={part}
            className={css.area}
            x={columns.left(0)}
            y={y(to)}
            width={columns.width}
            height={Math.max(0.5, y(from) - y(to))}
            fill={toneFill(toneOf(series, part))}
          />
        ) : null,
      )}
      {columns.step >= LABEL_STEP && height > 0 && (
        <text className={css.amount} x={columns.step / 2} y={y(height) - 5} textAnchor="middle">
          {formatAmount(height, measure)}
        </text>
      )}
    </>
  )
}

type BarTableProps = Omit<BarsProps, 'onChoose'> & { readonly isHidden: boolean }

/** The numbers of the bars, the newest first. */
function BarTable({ series, measure, isHidden }: BarTableProps): ReactElement {
  const texts = useTexts().numbers
  // Nothing must not look like a number.
  const format = (value: number): string => (value === 0 ? '–' : formatAmount(value, measure))
  const parts = series.names.map(
    (_, part): DataColumn<NumbersBar> => [
      nameOf(series, part, texts),
      bar => format(valuesOf(bar, measure)[part] ?? 0),
    ],
  )
  const columns: readonly DataColumn<NumbersBar>[] = [
    [texts.time, ({ from }) => formatBarTime(from, { unit: series.unit, isLong: true }, texts)],
    ...parts,
    [texts.total, bar => format(stackHeight(valuesOf(bar, measure)))],
  ]
  return (
    <DataTable
      caption={texts.overTime(texts.measures[measure], series.unit)}
      isHidden={isHidden}
      columns={parts.length > 1 ? columns : columns.slice(0, -1)}
      rows={series.bars.toReversed()}
    />
  )
}

/** From this width on a bar has room for its number. */
const LABEL_STEP = 52
