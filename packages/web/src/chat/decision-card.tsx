import { type ChatDecision, createDenial } from '@antiphon/core/chat'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { SideForm } from '../keyboard/side-form.tsx'
import { useTexts } from '../page/page-context.ts'
import { CardFrame, type CardFrameProps, type CardProps } from './card-frame.tsx'
import css from './cards.module.css'
import { useCardKeys } from './use-card-keys.ts'

type DecisionCardProps = CardProps &
  Pick<CardFrameProps, 'title' | 'tools' | 'isPlan'> & {
    /** Each way to say yes. */
    readonly ways: readonly (Way & { readonly decision: ChatDecision })[]
    readonly denial: Way
    readonly children: ReactNode
  }

type Way = { readonly key: string; readonly label: string }

/** A question that is answered by a key or a button: in one of several ways, or by no, with a reason. */
export function DecisionCard({ ways, denial, children, ...card }: DecisionCardProps): ReactElement {
  const { question, onDecide } = card
  const [isDenying, setIsDenying] = useState(false)
  const denyRef = useRef<HTMLButtonElement>(null)
  const choices = [
    ...ways.map(({ decision, ...way }) => ({ ...way, choose: () => onDecide(decision) })),
    { ...denial, choose: () => setIsDenying(true) },
  ]
  // The oldest question is the one that keys answer.
  const areKeysOn = useCardKeys(
    Object.fromEntries(choices.map(({ key, choose }) => [key, choose])),
    card.takesFocus && card.index === 0 && !isDenying,
  )
  const actions = isDenying ? (
    <DenyForm
      label={denial.label}
      onCancel={() => {
        setIsDenying(false)
        requestAnimationFrame(() => denyRef.current?.focus())
      }}
      onDeny={reason => onDecide(createDenial(question, reason))}
    />
  ) : (
    choices.map(({ key, label, choose }, index) => {
      const isDenial = index === ways.length
      return (
        <Button
          key={key}
          look={index === 0 ? 'primary' : isDenial && card.isPlan ? 'quiet' : 'plain'}
          {...(isDenial && { ref: denyRef })}
          {...(areKeysOn && { 'aria-keyshortcuts': key })}
          onClick={choose}
        >
          {isDenial && !card.isPlan ? `${label}…` : label}
          {areKeysOn && <kbd>{key}</kbd>}
        </Button>
      )
    })
  )
  return (
    <CardFrame {...card} actions={actions}>
      {children}
    </CardFrame>
  )
}

type DenyFormProps = {
  readonly label: string
  readonly onDeny: (reason: string) => void
  readonly onCancel: () => void
}

/** Asks why not; the agent reads it. Enter denies without a reason, too. */
function DenyForm({ label, onDeny, onCancel }: DenyFormProps): ReactElement {
  const texts = useTexts().chat
  return (
    <SideForm className={css.deny} onSubmit={read => onDeny(read('reason').trim())} onCancel={onCancel}>
      <input
        className="field"
        type="text"
        name="reason"
        aria-label={texts.denyReason}
        placeholder={texts.denyReasonHint}
      />
      <Button type="submit" look="danger">
        {label}
      </Button>
      <Button onClick={onCancel}>{texts.context.cancel}</Button>
    </SideForm>
  )
}
