import { type ReactElement, type ReactNode, type Ref, useRef, useState } from 'react'
import { SideForm } from '../keyboard/side-form.tsx'
import { useTexts } from '../page/page-context.ts'
import { CardFrame, type CardProps } from './card-frame.tsx'
import { type ChatDecision, createDenial } from './chat-question.ts'

type DecisionCardProps = CardProps & {
  readonly title: string
  /** Each way to say yes, by its keys, of which the first is shown. */
  readonly ways: readonly (Way & { readonly decision: ChatDecision })[]
  readonly denial: Way
  readonly children: ReactNode
}

type Way = { readonly keys: readonly string[]; readonly label: string }

/** A question that is answered by a key or a button: in one of several ways, or by no, with a reason. */
export function DecisionCard({ ways, denial, children, ...card }: DecisionCardProps): ReactElement {
  const { question, onDecide } = card
  const [isDenying, setIsDenying] = useState(false)
  const denyRef = useRef<HTMLButtonElement>(null)
  const choices = [
    ...ways.map(({ decision, ...way }) => ({ ...way, choose: () => onDecide(decision) })),
    { ...denial, choose: () => setIsDenying(true) },
  ]
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
    choices.map(({ keys: [key = ''], label, choose }, index) => {
      const isDenial = index === ways.length
      return (
        <KeyButton
          key={key}
          name={key}
          isMain={index === 0}
          buttonRef={isDenial ? denyRef : null}
          onPress={choose}
        >
          {isDenial ? `${label}…` : label}
        </KeyButton>
      )
    })
  )
  const keys = choices.flatMap(({ keys, choose }) => keys.map(key => [key, choose] as const))
  return (
    <CardFrame {...card} keys={Object.fromEntries(keys)} actions={actions}>
      {children}
    </CardFrame>
  )
}

type KeyButtonProps = {
  readonly name: string
  readonly isMain: boolean
  readonly buttonRef: Ref<HTMLButtonElement>
  readonly onPress: () => void
  readonly children: ReactNode
}

/** A button that says which key does the same. */
function KeyButton({ name, isMain, buttonRef, onPress, children }: KeyButtonProps): ReactElement {
  return (
    <button
      type="button"
      ref={buttonRef}
      className={isMain ? 'button is-main' : 'button'}
      aria-keyshortcuts={name}
      onClick={onPress}
    >
      {children}{' '}
      <span className="key" aria-hidden="true">
        {name}
      </span>
    </button>
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
    <SideForm className="deny-form" onSubmit={read => onDeny(read('reason').trim())} onCancel={onCancel}>
      <input
        className="field"
        type="text"
        name="reason"
        aria-label={texts.denyReason}
        placeholder={texts.denyReasonHint}
      />
      <button type="submit" className="button is-bad">
        {label}
      </button>
      <button type="button" className="button" onClick={onCancel}>
        {texts.context.cancel}
      </button>
    </SideForm>
  )
}
