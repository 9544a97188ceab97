import { type Chosen, createDenial, type OfferedChoice, readChoices, toAnswers } from '@antiphon/core/chat'
import { stripControl } from '@antiphon/core/ui'
import { type ReactElement, useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import { CardFrame, type CardProps } from './card-frame.tsx'
import css from './cards.module.css'

/** What the agent wants to know, with the answers that it offers. */
export function ChoiceCard(props: CardProps): ReactElement {
  const { question, onDecide } = props
  const texts = useTexts().chat
  const choices = readChoices(question.input)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const [isMissing, setIsMissing] = useState(false)
  function submit(): void {
    const answers = toAnswers(choices, chosen)
    if (answers) onDecide({ behavior: 'allow', updatedInput: { ...question.input, answers } })
    else setIsMissing(true)
  }
  return (
    <CardFrame
      {...props}
      title={texts.choiceTitle}
      actions={
        <>
          <Button look="primary" onClick={submit}>
            {texts.choiceSubmit}
          </Button>
          <Button onClick={() => onDecide(createDenial(question, texts.choiceSkipped))}>
            {texts.choiceSkip}
          </Button>
          {isMissing && (
            <span className={css.missing} role="alert">
              {texts.choiceMissing}
            </span>
          )}
        </>
      }
    >
      {choices.map(choice => (
        <ChoiceField
          key={choice.question}
          choice={choice}
          chosen={chosen.get(choice.question) ?? NOTHING}
          onChosen={next => {
            setChosen(before => new Map([...before, [choice.question, next]]))
            setIsMissing(false)
          }}
          onSubmit={submit}
        />
      ))}
    </CardFrame>
  )
}

const NOTHING: Chosen = { labels: [], other: '' }

type ChoiceFieldProps = {
  readonly choice: OfferedChoice
  readonly chosen: Chosen
  readonly onChosen: (chosen: Chosen) => void
  readonly onSubmit: () => void
}

function ChoiceField({ choice, chosen, onChosen, onSubmit }: ChoiceFieldProps): ReactElement {
  const texts = useTexts().chat
  const name = useId()
  function toggle(label: string): void {
    const isOn = chosen.labels.includes(label)
    if (!choice.isMultiple) onChosen({ labels: [label], other: '' })
    else if (isOn) onChosen({ ...chosen, labels: chosen.labels.filter(one => one !== label) })
    else onChosen({ ...chosen, labels: [...chosen.labels, label] })
  }
  return (
    <fieldset className={css.choice}>
      <legend>{stripControl(choice.question)}</legend>
      {choice.options.map(({ label, description }) => (
        <label key={label} className={css.option}>
          <input
            type={choice.isMultiple ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.labels.includes(label)}
            onChange={() => toggle(label)}
          />
          <span>
            {stripControl(label)}
            {description !== '' && <span className={css.quiet}> — {stripControl(description)}</span>}
          </span>
        </label>
      ))}
      <input
        className="field"
        type="text"
        aria-label={`${texts.choiceOther}: ${stripControl(choice.question)}`}
        placeholder={`${texts.choiceOther}: ${texts.choiceOtherHint}`}
        value={chosen.other}
        onChange={event =>
          onChosen({ labels: choice.isMultiple ? chosen.labels : [], other: event.target.value })
        }
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSubmit()
        }}
      />
    </fieldset>
  )
}
