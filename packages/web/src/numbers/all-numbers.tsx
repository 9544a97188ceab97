import type { NumbersReport, NumbersRow, SessionRow } from '@antiphon/server/protocol'
import { type ReactElement, useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'
import { useNow } from '../browser/use-now.ts'
import { toBarRange, toLocalDay, toRowRange } from '../dates/numbers-period.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { BarPlot } from './bar-plot.tsx'
import { formatChoice, type NumbersChoice, parseChoice, toQuestion } from './numbers-choice.ts'
import { NumbersControls } from './numbers-controls.tsx'
import { NumbersNotes, ProblemList } from './numbers-notes.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { NumbersTotals } from './numbers-totals.tsx'
import { ReferencePart } from './reference-part.tsx'
import { ToldView } from './told-view.tsx'
import { ToolTable } from './tool-table.tsx'
import { useTold } from './use-told.ts'

export type AllNumbersProps = {
  readonly rows: ReadonlyMap<string, SessionRow>
  /** Another one is a wish to count again. */
  readonly round: number
}

/** What all sessions used, over time and by what the reader asks for. */
export function AllNumbers({ rows, round }: AllNumbersProps): ReactElement {
  const client = useClient()
  const today = toLocalDay(useNow(60_000))
  const [choice, setChoice] = useState(() => parseChoice(readChoice('numbers')))
  const choose = (next: NumbersChoice): void => {
    setChoice(next)
    keepChoice('numbers', formatChoice(next))
  }
  const question = toQuestion(choice, today)
  const { by: _by, stack: _stack, ...period } = question
  const told = useTold(['numbers', round, question], signal => client.lines('numbers', question, signal))
  return (
    <>
      <NumbersControls choice={choice} today={today} onChoice={choose} />
      <ToldView told={told} counts="files">
        {report =>
          report.total.answers === 0 ? (
            <Nothing report={report} choice={choice} onChoice={choose} />
          ) : (
            <>
              <NumbersTotals total={report.total} hasSessions />
              <NumbersNotes report={report} />
              <BarPlot
                series={report.series}
                by={report.by}
                measure={choice.measure}
                stack={choice.stack}
                onMeasure={measure => choose({ ...choice, measure })}
                onStack={stack => choose({ ...choice, stack })}
                onChoose={({ from }) => {
                  const range = toBarRange(report.series.unit, from)
                  if (range) choose({ ...choice, period: 'own', range, by: 'session' })
                }}
              />
              {report.tools ? (
                <ToolTable tools={report.tools} />
              ) : (
                <NumbersTable
                  report={report}
                  rows={rows}
                  onRow={row => choose(toSessionsOf(row, report, choice))}
                />
              )}
            </>
          )
        }
      </ToldView>
      <ReferencePart question={period} round={round} />
    </>
  )
}

function toSessionsOf({ key }: NumbersRow, { by }: NumbersReport, choice: NumbersChoice): NumbersChoice {
  if (by === 'project') return { ...choice, project: key, by: 'session' }
  const range = toRowRange(by, key ?? '')
  return range ? { ...choice, period: 'own', range, by: 'session' } : choice
}

type NothingProps = {
  readonly report: NumbersReport
  readonly choice: NumbersChoice
  readonly onChoice: (choice: NumbersChoice) => void
}

function Nothing({ report, choice, onChoice }: NothingProps): ReactElement {
  const texts = useTexts().numbers
  const isAll = choice.period === 'all' && choice.project === null
  return (
    <>
      <div className="empty">
        <h2>{isAll ? texts.nothing : texts.nothingThen}</h2>
        <p>{isAll ? texts.nothingHint : texts.nothingThenHint}</p>
        {!isAll && (
          <button
            type="button"
            className="button"
            onClick={() => onChoice({ ...choice, period: 'all', project: null })}
          >
            {texts.showAll}
          </button>
        )}
      </div>
      <ProblemList problems={report.problems} />
    </>
  )
}
