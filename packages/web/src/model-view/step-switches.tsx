import { API_STAGES, type ApiStage } from '@antiphon/core/api'
import { oneLine } from '@antiphon/core/ui'
import type { ModelPlace, ModelViolation } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { Button } from '../controls/button.tsx'
import { type Choice, ChoiceMenu } from '../controls/choice-menu.tsx'
import { classNames } from '../controls/class-names.ts'
import { useTexts } from '../page/page-context.ts'
import css from './step-switches.module.css'

/** Which way to the request is tried. */
export type StepChoice = {
  readonly without: readonly ApiStage[]
  readonly first: ApiStage | ''
  readonly second: ApiStage | ''
}

/** The way that is always taken. */
export const USUAL_STEPS: StepChoice = { without: [], first: '', second: '' }

/** A choice as the server is asked; nothing for what is as usual, which one step alone cannot change. */
export function toWish({ without, first, second }: StepChoice): Pick<ModelPlace, 'without' | 'order'> {
  const isOrdered = first !== '' && second !== '' && first !== second
  return {
    ...(without.length > 0 && { without: without.join(',') }),
    ...(isOrdered && { order: `${first},${second}` }),
  }
}

export type StepSwitchesProps = {
  readonly choice: StepChoice
  readonly onChoose: (choice: StepChoice) => void
  /** Why the API would refuse what comes of it. */
  readonly refusal: ModelViolation | undefined
}

/** The steps of the model's view, each of which can be left out, and two of which can change their places. */
export function StepSwitches({ choice, onChoose, refusal }: StepSwitchesProps): ReactElement {
  const { steps: words } = useTexts().model
  const { without } = choice
  const toggle = (stage: ApiStage): void => {
    const rest = without.filter(other => other !== stage)
    onChoose({ ...choice, without: rest.length < without.length ? rest : [...without, stage] })
  }
  return (
    <details className={css.switches}>
      <summary>{words.title}</summary>
      <p className="quiet">{words.explain}</p>
      <fieldset className={css.list}>
        <legend>{words.without}</legend>
        {API_STAGES.map(stage => (
          <label key={stage}>
            <input type="checkbox" checked={!without.includes(stage)} onChange={() => toggle(stage)} />{' '}
            <code>{stage}</code>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{words.order}</legend>
        <StepSelect
          label={words.first}
          value={choice.first}
          onChoose={first => onChoose({ ...choice, first })}
        />
        <StepSelect
          label={words.second}
          value={choice.second}
          onChoose={second => onChoose({ ...choice, second })}
        />
        <Button onClick={() => onChoose(USUAL_STEPS)}>{words.reset}</Button>
      </fieldset>
      {refusal && (
        <p className={classNames(css.refusal, 'is-bad')}>
          <code>{refusal.rule}</code> {oneLine(refusal.message, 300)}
        </p>
      )}
    </details>
  )
}

type StepSelectProps = {
  readonly label: string
  readonly value: ApiStage | ''
  readonly onChoose: (stage: ApiStage | '') => void
}

function StepSelect({ label, value, onChoose }: StepSelectProps): ReactElement {
  const { steps: words } = useTexts().model
  const choices: readonly Choice<ApiStage | ''>[] = [
    { value: '', label: words.asUsual },
    ...API_STAGES.map(stage => ({ value: stage, label: stage })),
  ]
  return (
    <span>
      {label} <ChoiceMenu label={label} value={value} onChange={onChoose} choices={choices} />
    </span>
  )
}
