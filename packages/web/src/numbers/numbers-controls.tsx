import { oneLine } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { type Choice, ChoiceMenu } from '../controls/choice-menu.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { type DayRange, PERIODS, type Period, toDayRange } from '../dates/numbers-period.ts'
import { useTexts } from '../page/page-context.ts'
import { splitPath } from '../parts/split-path.ts'
import css from './numbers.module.css'
import type { NumbersChoice } from './numbers-choice.ts'

export type NumbersControlsProps = {
  readonly choice: NumbersChoice
  /** The period that is shown. */
  readonly period: Period
  readonly today: string
  /** The folders of known sessions. */
  readonly projects: readonly string[]
  readonly onChoice: (choice: NumbersChoice) => void
}

/** Of what time and of which folder the usage is. */
export function NumbersControls(props: NumbersControlsProps): ReactElement {
  const { choice, period, today, projects, onChoice } = props
  const texts = useTexts().numbers
  const choosePeriod = (next: Period): void =>
    onChoice({
      ...choice,
      period: next,
      // One's own days begin as those that were seen.
      range: next === 'own' && period !== 'own' ? toDayRange(period, today) : choice.range,
    })
  return (
    <div className={css.controls}>
      <Segmented
        label={texts.period}
        segments={PERIODS.map(value => ({ value, label: texts.periods[value] }))}
        value={period}
        onChange={choosePeriod}
      />
      {period === 'own' && <OwnDays choice={choice} onChoice={onChoice} />}
      <ChoiceMenu
        label={texts.project}
        align="end"
        choices={listChoices(projects, choice.project, texts.allProjects)}
        value={choice.project ?? ''}
        onChange={project => onChoice({ ...choice, project: project === '' ? null : project })}
      />
    </div>
  )
}

function listChoices(
  projects: readonly string[],
  chosen: string | null,
  all: string,
): readonly Choice<string>[] {
  const paths = chosen === null || projects.includes(chosen) ? projects : [chosen, ...projects]
  return [
    { value: '', label: all },
    ...paths.map(path => ({ value: path, label: splitPath(path).name, hint: oneLine(path, 200) })),
  ]
}

function OwnDays({ choice, onChoice }: Pick<NumbersControlsProps, 'choice' | 'onChoice'>): ReactElement {
  const texts = useTexts().numbers
  const { since, until } = choice.range
  const change = (edge: keyof DayRange, day: string): void => {
    const { [edge]: _before, ...range } = choice.range
    onChoice({ ...choice, range: day === '' ? range : { ...range, [edge]: day } })
  }
  return (
    <span className={css.days}>
      {(['since', 'until'] as const).map(edge => (
        <label key={edge} className="pair">
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
