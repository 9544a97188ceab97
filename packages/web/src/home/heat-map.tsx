import type { HomeReport } from '@antiphon/server/protocol'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { PageSection } from '../controls/page-panel.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatUsd, formatWhole } from '../parts/format-numbers.ts'
import { computeHeat, type HeatDay, type HeatMap } from './compute-heat.ts'
import css from './heat-map.module.css'
import { formatDate } from './spend-card.tsx'

/** A year of days by how much happened; by pointer, by keys, or as a table. */
export function ActivitySection({ report }: { readonly report: HomeReport }): ReactElement {
  const texts = useTexts().home
  const [form, setForm] = useState<'plot' | 'table'>('plot')
  const heat = computeHeat(report.days, report.today)
  const { sessions, answers } = report.spent.year
  return (
    <PageSection
      title={texts.activity}
      count={texts.year(sessions, answers)}
      tools={
        <>
          {form === 'plot' && (
            <span className={css.legend} aria-hidden="true">
              {texts.less}
              {STEPS.map(step => (
                <i key={step} className={css[step]} />
              ))}
              {texts.more}
            </span>
          )}
          <Segmented
            label={texts.activity}
            value={form}
            onChange={setForm}
            segments={[
              { value: 'plot', label: texts.plot },
              { value: 'table', label: texts.table },
            ]}
          />
        </>
      }
    >
      {form === 'plot' ? <HeatGrid heat={heat} /> : <HeatTable heat={heat} />}
    </PageSection>
  )
}

const STEPS = ['step0', 'step1', 'step2', 'step3', 'step4'] as const

function HeatGrid({ heat }: { readonly heat: HeatMap }): ReactElement {
  const texts = useTexts().home
  const days = heat.weeks.flat()
  const [active, setActive] = useState<number | null>(null)
  const shown = active === null ? null : days[Math.min(active, days.length - 1)]

  function onKeyDown(event: KeyboardEvent): void {
    const step = KEYS[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const from = active ?? days.length - 1
    setActive(Math.min(days.length - 1, Math.max(0, from + step)))
  }

  return (
    <>
      <div className={css.scroll}>
        <div
          className={css.grid}
          role="slider"
          tabIndex={0}
          aria-label={`${texts.activity}. ${texts.heatHint}`}
          aria-valuemin={0}
          aria-valuemax={days.length - 1}
          aria-valuenow={active ?? days.length - 1}
          aria-valuetext={describe(shown ?? days.at(-1), texts)}
          onKeyDown={onKeyDown}
          onBlur={() => setActive(null)}
          onPointerLeave={() => setActive(null)}
        >
          <div className={css.months} aria-hidden="true">
            {heat.months.map(({ week, day }) => (
              <span key={day} style={{ gridColumnStart: week + 1 }}>
                {formatDate(day, { month: 'short' })}
              </span>
            ))}
          </div>
          <div className={css.days} aria-hidden="true">
            {[0, 2, 4].map(row => (
              <span key={row} style={{ gridRowStart: row + 1 }}>
                {formatDate(heat.weeks[0]?.[row]?.day ?? '', { weekday: 'short' })}
              </span>
            ))}
          </div>
          <div className={css.cells} aria-hidden="true">
            {days.map((day, index) => (
              <i
                key={day.day}
                className={`${css[`step${day.step}`]} ${shown === day ? css.active : ''}`}
                onPointerEnter={() => setActive(index)}
              />
            ))}
          </div>
        </div>
      </div>
      <p className={css.told}>{shown ? describe(shown, texts) : '\u00a0'}</p>
    </>
  )
}

const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -7,
  ArrowRight: 7,
  ArrowUp: -1,
  ArrowDown: 1,
  Home: -400,
  End: 400,
}

function describe(day: HeatDay | undefined, texts: ReturnType<typeof useTexts>['home']): string {
  if (!day) return ''
  const name = formatDate(day.day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  return texts.heatCell(name, day.sessions, formatUsd(day.costUsd))
}

function HeatTable({ heat }: { readonly heat: HeatMap }): ReactElement {
  const texts = useTexts().home
  const days = heat.weeks.flat().filter(({ sessions }) => sessions > 0)
  return (
    // What scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={css.table} tabIndex={0} aria-label={texts.activity}>
      <table>
        <thead>
          <tr>
            {[texts.day, texts.sessions, texts.answers, texts.cost].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, sessions, answers, costUsd }) => (
            <tr key={day}>
              <th scope="row">
                {formatDate(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}
              </th>
              <td>{formatWhole(sessions)}</td>
              <td>{formatWhole(answers)}</td>
              <td>{formatUsd(costUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
