import { stripControl } from '@antiphon/core/ui'
import type { HomeReport, HomeSum, LimitNotice, LimitWindow } from '@antiphon/server/protocol'
import { TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import { Bar } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatJudgedCost, formatShare, formatUsd } from '../parts/format-numbers.ts'
import { pageLanguage } from '../parts/page-language.ts'
import { computePace } from './compute-pace.ts'
import css from './spend-card.module.css'

export type SpendCardProps = {
  readonly report: HomeReport
  /** For a month; null where nobody set one. */
  readonly budgetUsd: number | null
  /** The part of it at which the person wants to be warned. */
  readonly alertPercent: number
  /** Whether the windows of a subscription are of interest. */
  readonly hasLimits: boolean
}

/** The month against its budget, this week against the last, and the windows of a subscription. */
export function SpendCard({ report, budgetUsd, alertPercent, hasLimits }: SpendCardProps): ReactElement {
  const { numbers, home: texts } = useTexts()
  const { month, week, lastWeekSoFar, lastWeek } = report.spent
  const name = formatDate(report.today, { month: 'long' })
  return (
    <div className={css.card}>
      <p>
        <span className={css.figure}>{formatJudgedCost(month, numbers)}</span>{' '}
        <span className={css.of}>
          {budgetUsd === null ? texts.inMonth(name) : texts.ofBudget(formatUsd(budgetUsd), name)}
        </span>
      </p>
      {budgetUsd === null ? (
        <p className={css.note}>{texts.noBudget}</p>
      ) : (
        <Budget {...{ month, budgetUsd, alertPercent }} today={report.today} />
      )}
      <dl className={css.weeks}>
        <dt>{texts.week}</dt>
        <dd>{formatJudgedCost(week, numbers)}</dd>
        <dd className={css.note}>
          {texts.lastWeek(formatJudgedCost(lastWeekSoFar, numbers), formatJudgedCost(lastWeek, numbers))}
        </dd>
      </dl>
      {hasLimits && <Limits report={report} />}
    </div>
  )
}

type BudgetProps = {
  readonly month: HomeSum
  readonly budgetUsd: number
  readonly alertPercent: number
  readonly today: string
}

function Budget({ month, budgetUsd, alertPercent, today }: BudgetProps): ReactElement {
  const texts = useTexts().home
  const pace = computePace({ spentUsd: month.costUsdAtLeast, budgetUsd, alertPercent, today })
  const words =
    pace.state === 'over'
      ? texts.over
      : pace.endsOn === null
        ? pace.state === 'near'
          ? texts.near(formatShare(pace.share), formatShare(alertPercent / 100))
          : texts.inPace
        : texts.ahead(formatDate(pace.endsOn, { day: 'numeric', month: 'long' }))
  return (
    <>
      <div className={css.pace}>
        <Bar
          share={pace.share}
          isHot={pace.state !== 'within'}
          label={texts.budgetBar(formatShare(pace.share), formatShare(pace.gone))}
        />
        <i style={{ left: `${pace.gone * 100}%` }} />
      </div>
      <p className={pace.state === 'within' ? css.note : css.alert}>
        {pace.state !== 'within' && <Icon of={TriangleAlert} size={14} />}
        <span>{words}</span>
      </p>
    </>
  )
}

const WINDOWS: readonly LimitWindow[] = ['five-hour', 'weekly']

function Limits({ report }: { readonly report: HomeReport }): ReactElement {
  const { numbers, home: texts } = useTexts()
  const { pastFiveHours, pastSevenDays } = report.spent
  const spent = { 'five-hour': pastFiveHours, weekly: pastSevenDays }
  return (
    <dl className={css.limits}>
      {WINDOWS.map(window => {
        const notice = report.limits.find(one => one.window === window)
        return (
          <div key={window} className={css.limit}>
            <dt>{texts.limits[window]}</dt>
            <dd className={notice ? css.reached : undefined}>
              {notice ? texts.reached : texts.limitUnknown}
            </dd>
            <dd className={css.note} title={notice ? stripControl(notice.words) : texts.limitHint}>
              {notice
                ? describeReset(notice, texts.resets)
                : texts.past[window](formatJudgedCost(spent[window], numbers))}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** When it resets, or its own words where they cannot be read as a time. */
function describeReset({ resetsAt, words }: LimitNotice, write: (when: string) => string): string {
  if (resetsAt === null) return stripControl(words)
  const form = { weekday: 'long', hour: '2-digit', minute: '2-digit' } as const
  return write(new Intl.DateTimeFormat(pageLanguage(), form).format(new Date(resetsAt)))
}

/** A day in words. */
export function formatDate(day: string, form: Intl.DateTimeFormatOptions): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  return new Intl.DateTimeFormat(pageLanguage(), { timeZone: 'UTC', ...form }).format(date)
}
