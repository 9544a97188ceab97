import { oneLine } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { PERIODS, type Period, toDayRange } from '../dates/numbers-period.ts'
import { Choice, Segments } from './choices.tsx'
import css from './numbers.module.css'
import { GROUPS, type NumbersChoice } from './numbers-choice.ts'
import { useWords } from './use-words.ts'

export type NumbersControlsProps = {
  readonly choice: NumbersChoice
  readonly today: string
  readonly onChoice: (choice: NumbersChoice) => void
}

/** What can be chosen about the numbers of all sessions. */
export function NumbersControls({ choice, today, onChoice }: NumbersControlsProps): ReactElement {
  const { texts } = useWords()
  const choosePeriod = (period: Period): void =>
    onChoice({
      ...choice,
      period,
      // One's own days begin as those that were seen.
      range: period === 'own' && choice.period !== 'own' ? toDayRange(choice.period, today) : choice.range,
    })
  return (
    <div className={css.controls}>
      <Segments
        label={texts.period}
        names={texts.periods}
        options={PERIODS}
        value={choice.period}
        onValue={choosePeriod}
      />
      {choice.period === 'own' && <OwnDays choice={choice} onChoice={onChoice} />}
      <Choice
        label={texts.by}
        names={texts.groups}
        options={GROUPS}
        value={choice.by}
        onValue={by => onChoice({ ...choice, by })}
      />
      {choice.project !== null && (
        <button
          type="button"
          className={`button ellipsis ${css.filter}`}
          title={texts.allProjects}
          onClick={() => onChoice({ ...choice, project: null })}
        >
          {texts.onlyProject(oneLine(choice.project, 60))} <span aria-hidden="true">✕</span>
          <span className="hidden">{texts.allProjects}</span>
        </button>
      )}
    </div>
  )
}

function OwnDays({ choice, onChoice }: Omit<NumbersControlsProps, 'today'>): ReactElement {
  const { texts } = useWords()
  const { since = '', until = '' } = choice.range
  const change = (range: { readonly since: string; readonly until: string }): void =>
    onChoice({
      ...choice,
      range: { ...(range.since && { since: range.since }), ...(range.until && { until: range.until }) },
    })
  return (
    <span className={css.days}>
      <label className={`pair ${css.choice}`}>
        <span>{texts.since}</span>
        <input
          type="date"
          className="field"
          value={since}
          {...(until && { max: until })}
          onChange={event => change({ since: event.target.value, until })}
        />
      </label>
      <label className={`pair ${css.choice}`}>
        <span>{texts.until}</span>
        <input
          type="date"
          className="field"
          value={until}
          {...(since && { min: since })}
          onChange={event => change({ since, until: event.target.value })}
        />
      </label>
    </span>
  )
}
