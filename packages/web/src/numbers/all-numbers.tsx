import type { NumbersReport, NumbersRow, SessionRow } from '@antiphon/server/protocol'
import { ChartColumn } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'
import { useNow } from '../browser/use-now.ts'
import { Button } from '../controls/button.tsx'
import { EmptyState } from '../controls/page-panel.tsx'
import { Segmented } from '../controls/segmented.tsx'
import {
  findPeriodWithData,
  type Period,
  toBarRange,
  toLocalDay,
  toRowRange,
} from '../dates/numbers-period.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatDay } from '../parts/format-time.ts'
import { BarPlot } from './bar-plot.tsx'
import {
  DEFAULT_PERIOD,
  formatChoice,
  GROUPS,
  type NumbersChoice,
  parseChoice,
  toQuestion,
} from './numbers-choice.ts'
import { NumbersControls } from './numbers-controls.tsx'
import { NumbersNotes, ProblemList } from './numbers-notes.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { NumbersTotals } from './numbers-totals.tsx'
import { ReferencePart } from './reference-part.tsx'
import { createNameOf } from './series-words.ts'
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
  const texts = useTexts().numbers
  const today = toLocalDay(useNow(60_000))
  const [choice, setChoice] = useState(() => parseChoice(readChoice('numbers')))
  const choose = (next: NumbersChoice): void => {
    setChoice(next)
    keepChoice('numbers', formatChoice(next))
  }
  // What has data is known with the first answer.
  const [found, setFound] = useState<Period>(DEFAULT_PERIOD)
  const period = choice.period ?? found
  const question = toQuestion({ ...choice, period }, today)
  const { by: _by, stack: _stack, ...span } = question
  const told = useTold(['numbers', round, question], async function* (signal) {
    for await (const line of client.lines('numbers', question, signal)) {
      const last =
        line.kind === 'report' && line.report.total.answers === 0 ? line.report.span?.last : undefined
      if (choice.period === null && last !== undefined) setFound(findPeriodWithData(last, today))
      yield line
    }
  })
  const projects = [...new Set([...rows.values()].flatMap(({ cwd }) => cwd ?? []))].sort()
  const measure = choice.by === 'tool' ? 'tokens' : choice.measure
  return (
    <>
      <NumbersControls {...{ choice, period, today, projects }} onChoice={choose} />
      <ToldView told={told} counts="files">
        {report =>
          report.total.answers === 0 ? (
            <Nothing report={report} choice={choice} today={today} onChoice={choose} />
          ) : (
            <>
              <NumbersTotals total={report.total} hasSessions />
              <NumbersNotes report={report} />
              <BarPlot
                series={report.series}
                measure={measure}
                nameOf={createNameOf(report.by, { rows, texts })}
                {...(choice.by !== 'tool' && { onMeasure: next => choose({ ...choice, measure: next }) })}
                onChoose={({ from }) => {
                  const range = toBarRange(report.series.unit, from)
                  if (range) choose({ ...choice, period: 'own', range, by: 'session' })
                }}
              />
              <div>
                <Segmented
                  label={texts.by}
                  segments={GROUPS.map(value => ({ value, label: texts.groups[value] }))}
                  value={choice.by}
                  onChange={by => choose({ ...choice, by })}
                />
              </div>
              {report.tools ? (
                <ToolTable tools={report.tools} />
              ) : (
                <NumbersTable
                  key={report.by}
                  report={report}
                  rows={rows}
                  onRow={row => choose(toSessionsOf(row, report, choice))}
                />
              )}
            </>
          )
        }
      </ToldView>
      <ReferencePart question={span} round={round} />
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
  readonly today: string
  readonly onChoice: (choice: NumbersChoice) => void
}

function Nothing({ report, choice, today, onChoice }: NothingProps): ReactElement {
  const texts = useTexts().numbers
  const { span } = report
  const last = span && formatDay(`${span.last}T12:00:00`, 'fact')
  return (
    <>
      <EmptyState icon={ChartColumn} title={span ? texts.nothingThen : texts.nothing}>
        <p>
          {last ? texts.lastOn(last) : choice.project === null ? texts.nothingHint : texts.nothingThenHint}
        </p>
        {span && (
          <Button onClick={() => onChoice({ ...choice, period: findPeriodWithData(span.last, today) })}>
            {texts.showData}
          </Button>
        )}
        {!span && choice.project !== null && (
          <Button onClick={() => onChoice({ ...choice, period: 'all', project: null })}>
            {texts.showAll}
          </Button>
        )}
      </EmptyState>
      <ProblemList problems={report.problems} />
    </>
  )
}
