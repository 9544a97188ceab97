import type { ChatState, Trouble } from '@antiphon/core/chat'
import { oneLine, stripControl } from '@antiphon/core/ui'
import { readAnsweredFirst } from '@antiphon/server/protocol'
import { type ReactElement, useEffect, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { StatusMark } from '../controls/marks.tsx'
import type { ChatTexts } from '../language/chat-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRunning } from '../parts/format-duration.ts'
import css from './chat.module.css'
import { describeDoing } from './describe-doing.ts'
import type { ChatLine } from './use-chat-events.ts'

export type ChatStatusProps = {
  readonly state: ChatState
  readonly line: ChatLine
  readonly onDismiss: () => void
}

/** How it stands: what the agent does and for how long, what went wrong, and what can be done about it. */
export function ChatStatus({ state, line, onDismiss }: ChatStatusProps): ReactElement {
  const texts = useTexts().chat
  const { trouble, doing } = state
  const isWorking = state.phase === 'running' && line === 'open' && !isAsking(state)
  const words = describeState(state, line, texts)
  const output = isWorking && doing?.kind === 'tool' ? stripControl(doing.output).trimEnd() : ''
  return (
    <div className={css.status}>
      {output !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={css.output} role="log" aria-live="off" tabIndex={0} aria-label={texts.liveOutput}>
          {output}
        </pre>
      )}
      {/* Whoever sees the card needs no more words. */}
      <p className={isAsking(state) && line === 'open' ? 'hidden' : css.state} role="status">
        {isWorking && <StatusMark status="working" />}
        {words}
        {isWorking && <Elapsed />}
      </p>
      {trouble && (
        <p className={trouble.kind === 'notice' ? css.trouble : `${css.trouble} ${css.bad}`} role="alert">
          <span>{describeTrouble(trouble, texts)}</span>
          <Button look="quiet" onClick={onDismiss}>
            {texts.dismiss}
          </Button>
        </p>
      )}
    </div>
  )
}

/** How long it works by now, second by second; nobody hears each of them read aloud. */
function Elapsed(): ReactElement {
  const [since] = useState(() => Date.now())
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.floor((now - since) / 1000)
  return <span aria-hidden="true">{seconds > 0 && formatRunning(seconds * 1000)}</span>
}

function isAsking({ questions, elicitations }: ChatState): boolean {
  return questions.length + elicitations.length > 0
}

function describeState(state: ChatState, line: ChatLine, texts: ChatTexts): string {
  if (state.trouble?.kind === 'agent-ended') return ''
  if (line === 'ended') return `${texts.ended} ${texts.endedHint}`
  if (line === 'lost') return texts.lost
  if (isAsking(state)) return texts.waitsForYou
  const { retry } = state
  if (retry) return texts.retrying(retry.attempt, retry.most, Math.ceil(retry.delayMs / 1000), retry.status)
  if (state.phase !== 'running') return ''
  return state.doing ? describeDoing(state.doing, texts) : texts.working
}

function describeTrouble({ kind, words }: Trouble, texts: ChatTexts): string {
  const said = oneLine(stripControl(words), 600)
  switch (kind) {
    case 'too-late':
      return texts.tooLate
    case 'agent-ended':
      return `${said} ${texts.endedHint}`
    case 'turn-failed':
      return `${texts.turnFailed} ${said}${/\/login\b/.test(said) ? ` ${texts.loginHint}` : ''}`
    case 'refused': {
      const first = readAnsweredFirst(said)
      if (first) return `${texts.refused} ${texts.answeredFirst[first.behavior](first.name)}`
      return said === '' ? texts.notReached : said
    }
    case 'notice':
      return said
  }
}
