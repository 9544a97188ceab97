import type { NumbersBar, NumbersSeries } from '@antiphon/server/protocol'
import { type ReactElement, useState } from 'react'
import { Segmented } from '../controls/segmented.tsx'
import type { Measure } from '../language/numbers-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { formatBarTime, formatTokens, formatUsdTick, formatWhole } from '../parts/format-numbers.ts'
import { collapseBars, type ShownBar } from './collapse-bars.ts'
import { type Columns, computeColumns } from './compute-columns.ts'
import { computeStack, stackHeight } from './compute-stack.ts'
import { computeTicks } from './compute-ticks.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { Legend } from './legend.tsx'
import numbersCss from './numbers.module.css'
import { MEASURES } from './numbers-choice.ts'
import css from './plot.module.css'
import { Plot, type PlotFrame } from './plot.tsx'
import { PlotFigure } from './plot-figure.tsx'
import {
  describeBar,
  formatPart,
  formatSum,
  listLegend,
  type NameOf,
  onlyPart,
  toneOf,
  valuesOf,
} from './series-words.ts'
import { toneFill } from './tones.tsx'

export type BarPlotProps = Pick<BarsProps, 'series' | 'measure' | 'nameOf' | 'onChoose'> & {
  /** Without it there is only one thing to show. */
  readonly onMeasure?: (measure: Measure) => void
}

/** Cost or tokens over time, as bars of parts or as a table; a click on a part's name shows it alone. */
export function BarPlot({ series, measure, nameOf, onChoose, onMeasure }: BarPlotProps): ReactElement {
  const texts = useTexts().numbers
  const [only, setOnly] = useState<string | null | undefined>()
  const place = only === undefined ? -1 : series.names.indexOf(only)
  const shown = place === -1 ? series : onlyPart(series, place)
  const title = texts.overTime(texts.measures[measure], series.unit)
  return (
    <PlotFigure
      label={title}
      head={
        <>
          <h2>{title}</h2>
          {onMeasure && (
            <Segmented
              label={texts.measure}
              segments={MEASURES.map(value => ({ value, label: texts.measures[value] }))}
              value={measure}
              onChange={onMeasure}
            />
          )}
        </>
      }
      plot={
        <>
          <Legend
            items={listLegend({ series, measure, texts, nameOf })}
            only={place === -1 ? null : place}
            onOnly={next => setOnly(next === null ? undefined : series.names[next])}
          />
          <Bars series={shown} measure={measure} nameOf={nameOf} onChoose={onChoose} />
        </>
      }
      table={isHidden => <BarTable series={shown} measure={measure} nameOf={nameOf} isHidden={isHidden} />}
    >
      {series.leftOut > 0 && <p className={numbersCss.note}>{texts.leftOut(formatWhole(series.leftOut))}</p>}
    </PlotFigure>
  )
}

type BarsProps = {
  readonly series: NumbersSeries
  readonly measure: Measure
  readonly nameOf: NameOf
  readonly onChoose: (bar: NumbersBar) => void
}

function Bars({ series, measure, nameOf, onChoose }: BarsProps): ReactElement {
  const texts = useTexts().numbers
  const { unit } = series
  const bars = collapseBars(series.bars)
  const heights = bars.map(bar => stackHeight(valuesOf(bar, measure)))
  const highest = heights.indexOf(Math.max(...heights))
  const last = heights.findLastIndex(height => height > 0)
  const ticks = computeTicks(Math.max(0, ...heights), 4)
  const columnsOf = ({ width }: PlotFrame): Columns => computeColumns(bars.length, width, WIDEST)
  return (
    <Plot
      cursorLabel={`${texts.lookAt}. ${texts.keysHint}`}
      ticks={ticks}
      formatTick={value => (measure === 'cost' ? formatUsdTick(value, ticks.step) : formatTokens(value))}
      count={bars.length}
      xOf={(index, frame) => (index + 0.5) * columnsOf(frame).step}
      at={(x, frame) => columnsOf(frame).at(x)}
      formatPlace={index => {
        const bar = bars[index]
        if (!bar || bar.skipped > 0) return '…'
        return formatBarTime(bar.from, { unit, isLong: false }, texts)
      }}
      labelWidth={unit === 'month' ? 72 : 56}
      reachOf={frame => columnsOf(frame).step / 2}
      describe={index => describeBar(bars[index], { series, measure, texts, nameOf })}
      onChoose={index => bars[index]?.skipped === 0 && onChoose(bars[index])}
      draw={(frame, active) =>
        bars.map((bar, index) => (
          <g key={bar.from} transform={`translate(${index * columnsOf(frame).step} 0)`}>
            {active === index && (
              <rect className={css.active} y={-4} width={columnsOf(frame).step} height={frame.height + 4} />
            )}
            {bar.skipped > 0 ? (
              <Gap frame={frame} columns={columnsOf(frame)} />
            ) : (
              <Bar
                series={series}
                bar={bar}
                measure={measure}
                columns={columnsOf(frame)}
                y={frame.y}
                isLabelled={index === highest || index === last}
              />
            )}
          </g>
        ))
      }
    />
  )
}

const WIDEST = 64

/** A long stretch without anything, cut out. */
function Gap({ frame, columns }: { readonly frame: PlotFrame; readonly columns: Columns }): ReactElement {
  const x = columns.step / 2
  return (
    <path className={css.gap} d={`M${x - 3} ${frame.height + 5}l2 -10M${x + 1} ${frame.height + 5}l2 -10`} />
  )
}

type BarProps = Pick<BarsProps, 'series' | 'measure'> & {
  readonly bar: ShownBar
  readonly columns: Columns
  readonly y: PlotFrame['y']
  /** The highest and the last have their number on them, however narrow they are. */
  readonly isLabelled: boolean
}

function Bar({ series, bar, measure, columns, y, isLabelled }: BarProps): ReactElement {
  const texts = useTexts().numbers
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
      {(isLabelled || columns.step >= LABEL_STEP) && height > 0 && (
        <text className={css.amount} x={columns.step / 2} y={y(height) - 5} textAnchor="middle">
          {formatSum(values, { series, measure, texts })}
        </text>
      )}
    </>
  )
}

type BarTableProps = Omit<BarsProps, 'onChoose'> & { readonly isHidden: boolean }

/** The numbers of the bars, the newest first. */
function BarTable({ series, measure, nameOf, isHidden }: BarTableProps): ReactElement {
  const texts = useTexts().numbers
  const options = { series, measure, texts }
  // Nothing must not look like a number.
  const parts = series.names.map((_, part): DataColumn<NumbersBar> => {
    const amountOf = (bar: NumbersBar): number => valuesOf(bar, measure)[part] ?? 0
    return {
      heading: nameOf(series, part),
      toCell: bar => (amountOf(bar) === 0 ? '–' : formatPart(amountOf(bar), part, options)),
      toValue: amountOf,
    }
  })
  const sum = (bar: NumbersBar): number => stackHeight(valuesOf(bar, measure))
  const columns: readonly DataColumn<NumbersBar>[] = [
    {
      heading: texts.time,
      toCell: ({ from }) => formatBarTime(from, { unit: series.unit, isLong: true }, texts),
      toValue: ({ from }) => from,
    },
    ...parts,
    { heading: texts.total, toCell: bar => formatSum(valuesOf(bar, measure), options), toValue: sum },
  ]
  return (
    <DataTable
      caption={texts.overTime(texts.measures[measure], series.unit)}
      isHidden={isHidden}
      columns={parts.length > 1 ? columns : columns.slice(0, -1)}
      rows={series.bars.toReversed().filter(bar => sum(bar) > 0)}
    />
  )
}

/** From this width on every bar has room for its number. */
const LABEL_STEP = 52
