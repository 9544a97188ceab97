import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '../page/page-context.ts'
import type { ChatDecision, ChatQuestion } from './chat-question.ts'

export type CardProps = {
  readonly question: ChatQuestion
  readonly index: number
  readonly all: number
  /** Not where somebody only looks on: a key that they meant for the page would decide. */
  readonly takesFocus: boolean
  readonly onDecide: (decision: ChatDecision) => void
}

export type CardFrameProps = Omit<CardProps, 'onDecide'> & {
  readonly title: string
  /** What a key does while the card has the focus and nobody types in it. */
  readonly keys: Readonly<Record<string, () => void>>
  readonly children: ReactNode
  readonly actions: ReactNode
}

/** A question to the person: it takes the focus of whoever talks here, unless they are writing, and is read aloud. */
export function CardFrame(props: CardFrameProps): ReactElement {
  const { question, title, index, all, takesFocus, keys, children, actions } = props
  const texts = useTexts().chat
  const cardRef = useRef<HTMLElement>(null)
  const titleId = useId()
  const bodyId = useId()
  useEffect(() => {
    if (takesFocus && !isWriting()) cardRef.current?.focus({ preventScroll: true })
  }, [takesFocus])
  function onKeyDown(event: KeyboardEvent): void {
    const isModified = event.ctrlKey || event.altKey || event.metaKey
    if (isModified || event.nativeEvent.isComposing || isTextField(event.target)) return
    const action = keys[event.key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  return (
    <section
      className="chat-card"
      ref={cardRef}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={bodyId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className="chat-card-head">
        <h2 id={titleId}>{title}</h2>
        {question.agentId !== undefined && <span className="mark">{texts.bySubagent}</span>}
        {all > 1 && <span className="mark">{texts.questionOf(index + 1, all)}</span>}
      </header>
      <div className="chat-card-body" id={bodyId}>
        {children}
      </div>
      <div className="chat-card-actions">{actions}</div>
    </section>
  )
}

/** Whoever has begun to write is told, and not interrupted. */
function isWriting(): boolean {
  const { activeElement } = document
  return isTextField(activeElement) && activeElement.value !== ''
}

function isTextField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'
}
