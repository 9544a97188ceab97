import { oneLine, stripControl } from '@antiphon/core/ui'
import { readAnsweredFirst } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import type { ChatTexts } from '../language/chat-texts.ts'
import { useTexts } from '../page/page-context.ts'
import type { ChatState, Trouble } from './chat-state.ts'
import { describeDoing } from './read-doing.ts'
import type { ChatLine } from './use-chat-events.ts'

export type ChatStatusProps = {
  readonly state: ChatState
  readonly line: ChatLine
  readonly onDismiss: () => void
}

/** How it stands: what the agent does, what went wrong, and what can be done about it. */
export function ChatStatus({ state, line, onDismiss }: ChatStatusProps): ReactElement {
  const texts = useTexts().chat
  const { trouble } = state
  const words = describeState(state, line, texts)
  return (
    <div className="chat-status">
      <p className="chat-state" role="status">
        {state.phase === 'running' && line === 'open' && <span className="chat-pulse" aria-hidden="true" />}
        {words}
      </p>
      {trouble && (
        <p className={trouble.kind === 'notice' ? 'chat-trouble' : 'chat-trouble is-bad'} role="alert">
          <span>{describeTrouble(trouble, texts)}</span>
          <button type="button" className="button" onClick={onDismiss}>
            {texts.dismiss}
          </button>
        </p>
      )}
    </div>
  )
}

function describeState(state: ChatState, line: ChatLine, texts: ChatTexts): string {
  if (line === 'ended') return `${texts.ended} ${texts.endedHint}`
  if (line === 'lost') return texts.lost
  if (state.questions.length > 0) return texts.waitsForYou
  const { retry } = state
  if (retry) return texts.retrying(retry.attempt, retry.most, Math.ceil(retry.delayMs / 1000), retry.status)
  if (state.phase !== 'running') return ''
  return state.doing ? `${texts.working} ${describeDoing(state.doing, texts)}` : texts.working
}

function describeTrouble({ kind, words }: Trouble, texts: ChatTexts): string {
  const said = oneLine(stripControl(words), 600)
  switch (kind) {
    case 'too-late':
      return texts.tooLate
    case 'turn-failed':
      return `${texts.turnFailed} ${said}`
    case 'refused': {
      const first = readAnsweredFirst(said)
      if (first) return `${texts.refused} ${texts.answeredFirst[first.behavior](first.name)}`
      return said === '' ? texts.notReached : `${texts.refused} ${said}`
    }
    case 'notice':
      return said
  }
}
