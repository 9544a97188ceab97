import { oneLine, stripControl } from '@antiphon/core/ui'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { CardFrame } from './card-frame.tsx'
import type { ChatDecision, ChatQuestion } from './chat-question.ts'
import { DenyForm } from './deny-form.tsx'
import { describeDenial } from './describe-denial.ts'
import { QuestionInput } from './question-input.tsx'
import { RuleList } from './rule-list.tsx'

export type CardProps = {
  readonly question: ChatQuestion
  readonly index: number
  readonly all: number
  readonly takesFocus: boolean
  readonly onDecide: (decision: ChatDecision) => void
}

/** Whether a tool may run: once, always, or not, with a reason. */
export function PermissionCard({ question, index, all, takesFocus, onDecide }: CardProps): ReactElement {
  const texts = useTexts().chat
  const { toolName, input, suggestions, reason, description, agentId } = question
  const [isDenying, setIsDenying] = useState(false)
  const denyRef = useRef<HTMLButtonElement>(null)
  const allow = (): void => onDecide({ behavior: 'allow', updatedInput: input })
  const always = (): void =>
    onDecide({ behavior: 'allow', updatedInput: input, updatedPermissions: suggestions })
  const deny = (): void => setIsDenying(true)
  const hasRules = suggestions.length > 0
  return (
    <CardFrame
      title={texts.question(oneLine(stripControl(toolName), 80))}
      {...{ index, all, takesFocus }}
      isForSubagent={agentId !== undefined}
      keys={{ 1: allow, a: allow, ...(hasRules && { 2: always, s: always }), 3: deny, d: deny }}
      actions={
        isDenying ? (
          <DenyForm
            label={texts.deny}
            onCancel={() => {
              setIsDenying(false)
              requestAnimationFrame(() => denyRef.current?.focus())
            }}
            onDeny={words => onDecide({ behavior: 'deny', message: describeDenial(words, question) })}
          />
        ) : (
          <>
            <KeyButton name="1" isMain onPress={allow}>
              {texts.allowOnce}
            </KeyButton>
            {hasRules && (
              <KeyButton name="2" onPress={always}>
                {texts.allowAlways}
              </KeyButton>
            )}
            <KeyButton name="3" buttonRef={denyRef} onPress={deny}>
              {texts.deny}…
            </KeyButton>
          </>
        )
      }
    >
      {description !== undefined && <p className="chat-words">{oneLine(stripControl(description), 400)}</p>}
      <QuestionInput question={question} />
      {reason !== undefined && <p className="quiet">{oneLine(stripControl(reason), 400)}</p>}
      {hasRules && <RuleList question={question} />}
    </CardFrame>
  )
}

export type KeyButtonProps = {
  readonly name: string
  readonly isMain?: boolean
  readonly buttonRef?: { current: HTMLButtonElement | null }
  readonly onPress: () => void
  readonly children: ReactNode
}

/** A button that says which key does the same. */
export function KeyButton({
  name,
  isMain = false,
  buttonRef,
  onPress,
  children,
}: KeyButtonProps): ReactElement {
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
