import { formatModel, oneLine } from '@antiphon/core/ui'
import type { ContextAnswer, ContextReport } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import type { NumbersTexts } from '../language/numbers-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, goTo, type Route } from '../page/route.ts'
import { formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { formatExact } from '../parts/format-time.ts'
import { computeBands, listUsedParts, PART_TONES, placeAnswer } from './compute-bands.ts'
import { computeTicks } from './compute-ticks.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { Legend } from './legend.tsx'
import numbersCss from './numbers.module.css'
import css from './plot.module.css'
import { Plot, type PlotFrame } from './plot.tsx'
import { PlotFigure } from './plot-figure.tsx'
import type { TipContent } from './plot-tip.tsx'
import { toneFill } from './tones.tsx'

/** How full the context was at each answer, by what filled it; compactions are marked. */
export function ContextPlot({ report }: { readonly report: ContextReport }): ReactElement {
  const texts = useTexts().numbers
  const legend = listUsedParts(report)
    .toReversed()
    .map(part => ({ part: PART_TONES[part], name: texts.parts[part], values: [] }))
  return (
    <PlotFigure
      label={texts.context}
      head={<p className={numbersCss.note}>{formatNote(report, texts)}</p>}
      plot={
        <>
          <Areas report={report} />
          <Legend items={legend} />
        </>
      }
      table={isHidden => <ContextTable report={report} isHidden={isHidden} />}
    />
  )
}

function formatNote({ points, answers, compactions }: ContextReport, texts: NumbersTexts): string {
  const notes = [
    ...(compactions.length > 0 ? [texts.compactions(formatWhole(compactions.length))] : []),
    ...(points.length < answers ? [texts.someAnswers(formatWhole(points.length), formatWhole(answers))] : []),
  ]
  return notes.join(' · ')
}

function Areas({ report }: { readonly report: ContextReport }): ReactElement {
  const texts = useTexts().numbers
  const { points, answers } = report
  const largest = Math.max(...points.map(({ tokens }) => tokens))
  const window = points.at(-1)?.maxTokens ?? 0
  // One that is far larger would press the areas flat.
  const isWindowNear = window < largest * FAR
  const ticks = computeTicks(isWindowNear ? Math.max(largest, window) : largest, 4)
  const indexes = points.map(({ index }) => index)
  return (
    <Plot
      cursorLabel={`${texts.lookAt}. ${texts.contextKeysHint}`}
      ticks={ticks}
      formatTick={value => formatTokens(value)}
      count={points.length}
      xOf={(place, { width }) => placeAnswer(indexes[place] ?? 0, answers, width)}
      at={(x, { width }) => findNearest(indexes, (x / width) * (answers - 1))}
      formatPlace={place => formatWhole((indexes[place] ?? 0) + 1)}
      labelWidth={64}
      describe={place => describePoint(points[place], report, texts)}
      onChoose={place => goToAnswer(points[place])}
      draw={(frame, active) => (
        <>
          {computeBands(report, frame).map(({ part, path }) => (
            <path key={part} className={css.area} d={path} fill={toneFill(PART_TONES[part])} />
          ))}
          <ContextMarks
            report={report}
            frame={frame}
            window={isWindowNear ? window : null}
            index={active === null ? null : (indexes[active] ?? null)}
          />
        </>
      )}
    />
  )
}

const FAR = 2.5

/** The place whose number is nearest; the places are in order. */
export function findNearest(places: readonly number[], wanted: number): number {
  let nearest = 0
  places.forEach((place, index) => {
    if (Math.abs(place - wanted) < Math.abs((places[nearest] ?? 0) - wanted)) nearest = index
  })
  return nearest
}

type ContextMarksProps = {
  readonly report: ContextReport
  readonly frame: PlotFrame
  /** How large the window is; null where it is too far away to be drawn. */
  readonly window: number | null
  /** The answer that is looked at. */
  readonly index: number | null
}

/** Where the window ends, where the conversation was compacted, and where the reader looks. */
function ContextMarks({ report, frame, window, index }: ContextMarksProps): ReactElement {
  const texts = useTexts().numbers
  const { answers, compactions } = report
  const place = (at: number): number => placeAnswer(at, answers, frame.width)
  return (
    <>
      {window !== null && (
        <g transform={`translate(0 ${frame.y(window)})`}>
          <line className={css.window} x2={frame.width} />
          <text className={css.limit} x={frame.width - 2} y={-4} textAnchor="end">
            {texts.window(formatTokens(window))}
          </text>
        </g>
      )}
      {compactions.map(({ index: before }) => (
        // It stands between two answers.
        <g
          key={before}
          className={css.compaction}
          transform={`translate(${place(Math.max(0, before - 0.5))} 0)`}
        >
          <line y1={-6} y2={frame.height} />
          <path d="M-5 -12H5L0 -4Z" />
        </g>
      ))}
      {index !== null && <line className={css.place} x1={place(index)} x2={place(index)} y2={frame.height} />}
    </>
  )
}

function goToAnswer(answer: ContextAnswer | undefined): void {
  if (answer?.place) goTo(toRoute(answer.place))
}

function toRoute({ id, uuid, seq }: NonNullable<ContextAnswer['place']>): Route {
  return { kind: 'session', id, uuid: uuid ?? '-', seq }
}

function describePoint(
  point: ContextAnswer | undefined,
  report: ContextReport,
  texts: NumbersTexts,
): TipContent {
  if (!point) return { title: '', rows: [] }
  const rows = listUsedParts(report)
    .toReversed()
    .filter(part => point.parts[part] >= 0.5)
    .map(part => ({
      part: PART_TONES[part],
      name: texts.parts[part],
      value: formatTokens(point.parts[part]),
    }))
  const isAfter = report.compactions.some(({ index }) => index === point.index)
  return {
    title: texts.answer(formatWhole(point.index + 1)),
    rows: [...rows, { part: null, name: texts.total, value: formatTokens(point.tokens) }],
    notes: [
      ...(isAfter ? [texts.compacted] : []),
      oneLine(formatModel(point.model), 60),
      ...(point.at === null ? [] : [formatExact(point.at)]),
    ],
  }
}

type ContextTableProps = { readonly report: ContextReport; readonly isHidden: boolean }

/** What filled the context, a row an answer; each leads to it. */
function ContextTable({ report, isHidden }: ContextTableProps): ReactElement {
  const texts = useTexts().numbers
  const parts = listUsedParts(report)
    .toReversed()
    .map(
      (part): DataColumn<ContextAnswer> => ({
        heading: texts.parts[part],
        toCell: answer => formatTokens(answer.parts[part]),
        toValue: answer => answer.parts[part],
      }),
    )
  const columns: readonly DataColumn<ContextAnswer>[] = [
    {
      heading: texts.answerCount,
      toCell: ({ index, place }) => {
        const name = texts.answer(formatWhole(index + 1))
        // A link that nobody sees must not take the focus.
        return place && !isHidden ? <a href={formatRoute(toRoute(place))}>{name}</a> : name
      },
      toValue: ({ index }) => index,
    },
    {
      heading: texts.total,
      toCell: ({ tokens }) => <b>{formatTokens(tokens)}</b>,
      toValue: ({ tokens }) => tokens,
    },
    ...parts,
  ]
  return <DataTable caption={texts.context} isHidden={isHidden} columns={columns} rows={report.points} />
}
