import type { PermissionMode } from '@antiphon/core'
import { type ReactElement, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { readText } from '../story/first-block.ts'
import { TextView } from '../story/text-view.tsx'
import { CardFrame } from './card-frame.tsx'
import { DenyForm } from './deny-form.tsx'
import { describeDenial } from './describe-denial.ts'
import { type CardProps, KeyButton } from './permission-card.tsx'

/** Whether a plan is good, and how freely it may be carried out. */
export function PlanCard({ question, index, all, takesFocus, onDecide }: CardProps): ReactElement {
  const texts = useTexts().chat
  const [isDenying, setIsDenying] = useState(false)
  const { input, requestId } = question
  const agree = (mode: PermissionMode) => (): void =>
    onDecide({
      behavior: 'allow',
      updatedInput: input,
      updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }],
    })
  const refuse = (): void => setIsDenying(true)
  return (
    <CardFrame
      title={texts.planTitle}
      {...{ index, all, takesFocus }}
      isForSubagent={question.agentId !== undefined}
      keys={{ 1: agree('acceptEdits'), 2: agree('default'), 3: refuse }}
      actions={
        isDenying ? (
          <DenyForm
            label={texts.planKeep}
            onCancel={() => setIsDenying(false)}
            onDeny={words => onDecide({ behavior: 'deny', message: describeDenial(words, question) })}
          />
        ) : (
          <>
            <KeyButton name="1" isMain onPress={agree('acceptEdits')}>
              {texts.planAccept}
            </KeyButton>
            <KeyButton name="2" onPress={agree('default')}>
              {texts.planAsk}
            </KeyButton>
            <KeyButton name="3" onPress={refuse}>
              {texts.planKeep}…
            </KeyButton>
          </>
        )
      }
    >
      <TextView
        name={`${requestId} plan`}
        text={readText(input, 'plan') ?? ''}
        form="markdown"
        maxLines={200}
        maxCodePoints={20_000}
      />
    </CardFrame>
  )
}
