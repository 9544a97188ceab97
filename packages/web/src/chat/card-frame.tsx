import type { ChatDecision, ChatQuestion } from '@antiphon/core/chat'
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../controls/class-names.ts'
import { StatusMark, Tag } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRunning } from '../parts/format-duration.ts'
import css from './cards.module.css'
import { isTextField } from './use-card-keys.ts'

export type CardProps = {
  readonly question: ChatQuestion
  readonly index: number
  readonly all: number
  /** Where the agent works. */
  readonly cwd?: string | undefined
  /** Not where somebody only looks on: a key that they meant for the page would decide. */
  readonly takesFocus: boolean
  readonly onDecide: (decision: ChatDecision) => void
}

export type CardFrameProps = Omit<CardProps, 'onDecide' | 'question'> & {
  readonly question: Pick<ChatQuestion, 'agentId'>
  readonly title: ReactNode
  /** What can be done with what is shown. */
  readonly tools?: ReactNode
  readonly isPlan?: boolean
  readonly children: ReactNode
  readonly actions: ReactNode
}

/** A question to the person: it takes the focus of whoever talks here, unless they are writing, and is read aloud. */
export function CardFrame(props: CardFrameProps): ReactElement {
  const { question, title, index, all, takesFocus, tools, isPlan = false, children, actions } = props
  const texts = useTexts().chat
  const cardRef = useRef<HTMLElement>(null)
  const titleId = useId()
  const bodyId = useId()
  useEffect(() => {
    if (takesFocus && !isWriting()) cardRef.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <section
      className={classNames(css.card, isPlan && css.plan)}
      ref={cardRef}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={bodyId}
      tabIndex={-1}
      data-card
    >
      <header className={css.head}>
        <StatusMark status="waits" />
        <h2 id={titleId}>{title}</h2>
        {question.agentId !== undefined && <Tag>{texts.bySubagent}</Tag>}
        {all > 1 && <Tag>{texts.questionOf(index + 1, all)}</Tag>}
        <span className={css.space} />
        <Since />
        {tools}
      </header>
      <div className={css.body} id={bodyId}>
        {children}
      </div>
      <div className={css.foot}>{actions}</div>
    </section>
  )
}

/** How long somebody is waited for, from a minute on. */
function Since(): ReactElement {
  const texts = useTexts().chat
  const [since] = useState(() => Date.now())
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.floor((now - since) / 60_000)
  return (
    <span className={css.since} aria-hidden="true">
      {minutes > 0 && texts.waitingFor(formatRunning(minutes * 60_000))}
    </span>
  )
}

/** Whoever has begun to write is told, and not interrupted. */
function isWriting(): boolean {
  const { activeElement } = document
  return isTextField(activeElement) && activeElement.value !== ''
}
