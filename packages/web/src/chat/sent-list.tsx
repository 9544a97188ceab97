import { oneLine, stripControl } from '@antiphon/core'
import type { ReactElement } from 'react'
import { useTexts } from '../app/page-context.ts'
import type { SentPrompt } from './chat-state.ts'

export type SentListProps = {
  readonly sent: readonly SentPrompt[]
  readonly isRunning: boolean
  readonly onTakeBack: (uuid: string) => void
}

/** What was said and waits: it can be taken back until the agent has it. */
export function SentList({ sent, isRunning, onTakeBack }: SentListProps): ReactElement | null {
  const texts = useTexts().chat
  if (sent.length === 0) return null
  return (
    <ul className="chat-queue" aria-label={texts.queue}>
      {sent.map(({ uuid, text }) => (
        <li key={uuid}>
          <span className="mark">{isRunning ? texts.waiting : texts.sending}</span>
          <span className="chat-queue-words">{oneLine(stripControl(text), 160)}</span>
          {isRunning && (
            <button type="button" className="button" onClick={() => onTakeBack(uuid)}>
              {texts.takeBack}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
