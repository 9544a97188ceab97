import { oneLine } from '@antiphon/core/ui'
import type { ContextAnswer, ContextReport } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { goTo } from '../page/use-route.ts'
import { formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { formatExact } from '../parts/format-time.ts'
import { findNearest } from './compute-area.ts'
import { computeBands, placeAnswer } from './compute-bands.ts'
import { computeTicks } from './compute-ticks.ts'
import { ContextMarks } from './context-marks.tsx'
import { listUsedParts, toneOfPart } from './context-parts.ts'
import { ContextTable } from './context-table.tsx'
import { Legend } from './legend.tsx'
import numbersCss from './numbers.module.css'
import css from './plot.module.css'
import { Plot } from './plot.tsx'
import { PlotFigure } from './plot-figure.tsx'
import type { TipContent } from './tip-content.ts'
import { toneFill } from './tones.tsx'
import { type NumbersWords, useWords } from './use-words.ts'

/** How full the context was at each answer, by what filled it; compactions are marked. */
export function ContextPlot({ report }: { readonly report: ContextReport }): ReactElement {
  const words = useWords()
  const { texts } = words
  const legend = listUsedParts(report)
    .toReversed()
    .map(part => ({ part: toneOfPart(part), name: texts.parts[part], values: [] }))
  return (
    <PlotFigure
      label={texts.context}
      head={<p className={numbersCss.note}>{formatNote(report, words)}</p>}
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

function formatNote({ points, answers, compactions }: ContextReport, words: NumbersWords): string {
  const { texts, language } = words
  const notes = [
    ...(compactions.length > 0 ? [texts.compactions(formatWhole(compactions.length, language))] : []),
    ...(points.length < answers
      ? [texts.someAnswers(formatWhole(points.length, language), formatWhole(answers, language))]
      : []),
  ]
  return notes.join(' · ')
}

function Areas({ report }: { readonly report: ContextReport }): ReactElement {
  const words = useWords()
  const { texts, language } = words
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
      formatTick={value => formatTokens(value, language)}
      count={points.length}
      xOf={(place, { width }) => placeAnswer(indexes[place] ?? 0, answers, width)}
      at={(x, { width }) => findNearest(indexes, (x / width) * (answers - 1))}
      formatPlace={place => formatWhole((indexes[place] ?? 0) + 1, language)}
      labelWidth={64}
      describe={place => describePoint(points[place], { report, words })}
      onChoose={place => goToAnswer(points[place])}
      draw={(frame, active) => (
        <>
          {computeBands(report, frame).map(({ part, path }) => (
            <path key={part} className={css.area} d={path} fill={toneFill(toneOfPart(part))} />
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

function goToAnswer(answer: ContextAnswer | undefined): void {
  if (!answer?.place) return
  const { id, uuid, seq } = answer.place
  goTo({ kind: 'session', id, uuid: uuid ?? '-', seq })
}

type Described = { readonly report: ContextReport; readonly words: NumbersWords }

function describePoint(point: ContextAnswer | undefined, { report, words }: Described): TipContent {
  const { texts, language } = words
  if (!point) return { title: '', rows: [] }
  const rows = listUsedParts(report)
    .toReversed()
    .filter(part => point.parts[part] >= 0.5)
    .map(part => ({
      part: toneOfPart(part),
      name: texts.parts[part],
      value: formatTokens(point.parts[part], language),
    }))
  const isAfter = report.compactions.some(({ index }) => index === point.index)
  return {
    title: texts.answer(formatWhole(point.index + 1, language)),
    rows: [...rows, { part: null, name: texts.total, value: formatTokens(point.tokens, language) }],
    notes: [
      ...(isAfter ? [texts.compacted] : []),
      oneLine(point.model, 60),
      ...(point.at === null ? [] : [formatExact(point.at, language)]),
    ],
  }
}
