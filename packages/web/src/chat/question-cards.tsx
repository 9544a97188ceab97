import type { PermissionMode } from '@antiphon/core'
import type { ChatDecision, ChatElicitation, ChatQuestion, ElicitationResponse } from '@antiphon/core/chat'
import { readChoices } from '@antiphon/core/chat'
import { oneLine, stripControl } from '@antiphon/core/ui'
import { Copy } from 'lucide-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { FilePath } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { readText } from '../story/first-block.ts'
import { TextView } from '../story/text-view.tsx'
import type { CardProps } from './card-frame.tsx'
import css from './cards.module.css'
import { ChoiceCard } from './choice-card.tsx'
import { DecisionCard } from './decision-card.tsx'
import { ElicitationCard } from './elicitation-card.tsx'
import { QuestionInput } from './question-input.tsx'
import { RuleListView } from './rule-list.tsx'

type QuestionCardsProps = {
  readonly questions: readonly ChatQuestion[]
  /** What servers ask. */
  readonly elicitations?: readonly ChatElicitation[]
  /** Where the agent works: paths are told from there. */
  readonly cwd: string | undefined
  /** Whether somebody talks here, and does not only look on. */
  readonly takesFocus: boolean
  readonly onDecide: (question: ChatQuestion, decision: ChatDecision) => void
  readonly onAnswer?: (elicitation: ChatElicitation, response: ElicitationResponse) => void
  /** Nothing is asked any more, and the focus was here. */
  readonly onDone: () => void
}

/** The agent's open questions, a card each, the oldest first. */
export function QuestionCards(props: QuestionCardsProps): ReactElement {
  const { questions, elicitations = [], cwd, takesFocus, onDecide, onAnswer, onDone } = props
  const all = questions.length + elicitations.length
  const boxRef = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    // The card that had the focus is gone, and took it along.
    if (!hadFocus.current || document.activeElement !== document.body) return
    hadFocus.current = false
    const next = boxRef.current?.querySelector<HTMLElement>('[data-card]')
    if (next) next.focus({ preventScroll: true })
    else onDone()
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the focus is
    <div
      className={css.cards}
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
          {...{ question, index, all, cwd, takesFocus }}
          onDecide={decision => onDecide(question, decision)}
        />
      ))}
      {elicitations.map((elicitation, index) => (
        <ElicitationCard
          key={elicitation.requestId}
          {...{ elicitation, index: questions.length + index, all, takesFocus }}
          onAnswer={response => onAnswer?.(elicitation, response)}
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

/** Whether a tool may run: once, always, or not, with a reason. The card is the call; nothing else shows it while it waits. */
export function PermissionCard(props: CardProps): ReactElement {
  const texts = useTexts().chat
  const { question } = props
  const { input, suggestions, reason, description } = question
  const once: ChatDecision = { behavior: 'allow', updatedInput: input }
  const always = { ...once, updatedPermissions: suggestions }
  const hasRules = suggestions.length > 0
  return (
    <DecisionCard
      {...props}
      title={<CallTitle question={question} cwd={props.cwd} />}
      ways={[
        { key: '1', label: texts.allowOnce, decision: once },
        ...(hasRules ? [{ key: '2', label: texts.allowAlways, decision: always }] : []),
      ]}
      denial={{ key: '3', label: texts.deny }}
    >
      {description !== undefined && <p>{oneLine(stripControl(description), 400)}</p>}
      <QuestionInput question={question} />
      {reason !== undefined && !isShown(reason, input) && (
        <p className={css.quiet}>{oneLine(stripControl(reason), 400)}</p>
      )}
      {hasRules && <RuleListView question={question} />}
    </DecisionCard>
  )
}

/** What would be done, in a word, and to which file. */
function CallTitle({ question, cwd }: Pick<CardProps, 'question' | 'cwd'>): ReactElement {
  const { toolName, input } = question
  const texts = useTexts().chat
  const path = PATH_FIELDS.map(field => readText(input, field)).find(value => value !== undefined)
  return (
    <>
      {texts.verbs[toolName] ?? oneLine(stripControl(toolName), 80)}
      {path !== undefined && <FilePath path={oneLine(stripControl(toRelative(path, cwd)), 400)} />}
    </>
  )
}

/** A reason that only names what the card shows anyway says nothing. */
function isShown(reason: string, input: ChatQuestion['input']): boolean {
  const shown = [...PATH_FIELDS, 'command'].flatMap(field => readText(input, field) ?? [])
  return shown.some(text => reason.endsWith(text))
}

const PATH_FIELDS = ['file_path', 'notebook_path', 'path']

function toRelative(path: string, cwd: string | undefined): string {
  return cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}

/** Whether a plan is good, and how freely it may be carried out. */
function PlanCard(props: CardProps): ReactElement {
  const texts = useTexts().chat
  const { input, requestId } = props.question
  const plan = readText(input, 'plan') ?? ''
  const agree = (mode: PermissionMode): ChatDecision => ({
    behavior: 'allow',
    updatedInput: input,
    updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }],
  })
  return (
    <DecisionCard
      {...props}
      isPlan
      title={texts.planTitle}
      tools={
        <Button look="quiet" icon={Copy} onClick={() => void navigator.clipboard.writeText(plan)}>
          {texts.planCopy}
        </Button>
      }
      ways={[
        { key: '1', label: texts.planAsk, decision: agree('default') },
        { key: '2', label: texts.planAccept, decision: agree('acceptEdits') },
      ]}
      denial={{ key: '3', label: texts.planKeep }}
    >
      <TextView
        name={`${requestId} plan`}
        text={plan}
        form="markdown"
        maxLines={200}
        maxCodePoints={20_000}
      />
    </DecisionCard>
  )
}
