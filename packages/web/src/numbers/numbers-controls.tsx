import { oneLine } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { type DayRange, PERIODS, type Period, toDayRange } from '../dates/numbers-period.ts'
import { useTexts } from '../page/page-context.ts'
import { Choice, Segments } from './choices.tsx'
import css from './numbers.module.css'
import { GROUPS, type NumbersChoice } from './numbers-choice.ts'

export type NumbersControlsProps = {
  readonly choice: NumbersChoice
  readonly today: string
  readonly onChoice: (choice: NumbersChoice) => void
}

/** What can be chosen about the numbers of all sessions. */
export function NumbersControls({ choice, today, onChoice }: NumbersControlsProps): ReactElement {
  const texts = useTexts().numbers
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
  const texts = useTexts().numbers
  const { since, until } = choice.range
  const change = (edge: keyof DayRange, day: string): void => {
    const { [edge]: _before, ...range } = choice.range
    onChoice({ ...choice, range: day === '' ? range : { ...range, [edge]: day } })
  }
  return (
    <span className={css.days}>
      {(['since', 'until'] as const).map(edge => (
        <label key={edge} className={`pair ${css.choice}`}>
          <span>{texts[edge]}</span>
          <input
            type="date"
            className="field"
            value={choice.range[edge] ?? ''}
            {...(edge === 'since' ? until && { max: until } : since && { min: since })}
            onChange={event => change(edge, event.target.value)}
          />
        </label>
      ))}
    </span>
  )
}
