import type { PermissionMode } from '@antiphon/core'
import { oneLine, stripControl } from '@antiphon/core/ui'
import { type ReactElement, useEffect, useRef } from 'react'
import { useTexts } from '../page/page-context.ts'
import { readText } from '../story/first-block.ts'
import { TextView } from '../story/text-view.tsx'
import type { CardProps } from './card-frame.tsx'
import type { ChatDecision, ChatQuestion } from './chat-question.ts'
import { readChoices } from './choice-answers.ts'
import { ChoiceCard } from './choice-card.tsx'
import { DecisionCard } from './decision-card.tsx'
import { QuestionInput } from './question-input.tsx'
import { RuleListView } from './rule-list.tsx'

type QuestionCardsProps = {
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

/** Whether a tool may run: once, always, or not, with a reason. */
export function PermissionCard(props: CardProps): ReactElement {
  const texts = useTexts().chat
  const { question } = props
  const { toolName, input, suggestions, reason, description } = question
  const once: ChatDecision = { behavior: 'allow', updatedInput: input }
  const always = { ...once, updatedPermissions: suggestions }
  const hasRules = suggestions.length > 0
  return (
    <DecisionCard
      {...props}
      title={texts.question(oneLine(stripControl(toolName), 80))}
      ways={[
        { keys: ['1', 'a'], label: texts.allowOnce, decision: once },
        ...(hasRules ? [{ keys: ['2', 's'], label: texts.allowAlways, decision: always }] : []),
      ]}
      denial={{ keys: ['3', 'd'], label: texts.deny }}
    >
      {description !== undefined && <p className="chat-words">{oneLine(stripControl(description), 400)}</p>}
      <QuestionInput question={question} />
      {reason !== undefined && <p className="quiet">{oneLine(stripControl(reason), 400)}</p>}
      {hasRules && <RuleListView question={question} />}
    </DecisionCard>
  )
}

/** Whether a plan is good, and how freely it may be carried out. */
function PlanCard(props: CardProps): ReactElement {
  const texts = useTexts().chat
  const { input, requestId } = props.question
  const agree = (mode: PermissionMode): ChatDecision => ({
    behavior: 'allow',
    updatedInput: input,
    updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }],
  })
  return (
    <DecisionCard
      {...props}
      title={texts.planTitle}
      ways={[
        { keys: ['1'], label: texts.planAccept, decision: agree('acceptEdits') },
        { keys: ['2'], label: texts.planAsk, decision: agree('default') },
      ]}
      denial={{ keys: ['3'], label: texts.planKeep }}
    >
      <TextView
        name={`${requestId} plan`}
        text={readText(input, 'plan') ?? ''}
        form="markdown"
        maxLines={200}
        maxCodePoints={20_000}
      />
    </DecisionCard>
  )
}
