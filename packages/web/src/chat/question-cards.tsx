import { type ReactElement, useEffect, useRef } from 'react'
import type { ChatDecision, ChatQuestion } from './chat-question.ts'
import { readChoices } from './choice-answers.ts'
import { ChoiceCard } from './choice-card.tsx'
import { type CardProps, PermissionCard } from './permission-card.tsx'
import { PlanCard } from './plan-card.tsx'

export type QuestionCardsProps = {
  readonly questions: readonly ChatQuestion[]
  /** Whether somebody talks here, and does not only look on. */
  readonly takesFocus: boolean
  readonly onDecide: (question: ChatQuestion, decision: ChatDecision) => void
  /** Nothing is asked any more, and the focus was here. */
  readonly onDone: () => void
}

/** The agent's open questions, a card each, the oldest first. */
export function QuestionCards(props: QuestionCardsProps): ReactElement {
  const { questions, takesFocus, onDecide, onDone } = props
  const boxRef = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    // The card that had the focus is gone, and took it along.
    if (!hadFocus.current || document.activeElement !== document.body) return
    hadFocus.current = false
    const next = boxRef.current?.querySelector<HTMLElement>('.chat-card')
    if (next) next.focus({ preventScroll: true })
    else onDone()
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the focus is
    <div
      className="chat-cards"
      ref={boxRef}
      onFocus={() => {
        hadFocus.current = true
      }}
      onBlur={event => {
        if (event.target.isConnected) hadFocus.current = false
      }}
    >
      {questions.map((question, index) => (
        <QuestionCard
          key={question.requestId}
          {...{ question, index, all: questions.length, takesFocus }}
          onDecide={decision => onDecide(question, decision)}
        />
      ))}
    </div>
  )
}

function QuestionCard(props: CardProps): ReactElement {
  const { toolName, input } = props.question
  if (toolName === 'ExitPlanMode') return <PlanCard {...props} />
  if (toolName === 'AskUserQuestion' && readChoices(input).length > 0) return <ChoiceCard {...props} />
  return <PermissionCard {...props} />
}
