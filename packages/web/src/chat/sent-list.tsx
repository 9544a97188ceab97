import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { Avatar } from '../people/avatar.tsx'
import { usePerson } from '../people/person.ts'
import type { SentPrompt } from './chat-state.ts'

export type SentListProps = {
  readonly sent: readonly SentPrompt[]
  readonly isRunning: boolean
  /** Whether they stood in the log, and wait for the person's word. */
  readonly isHolding: boolean
  readonly onRelease: () => void
  readonly onTakeBack: (uuid: string) => void
}

/** What was said and waits: it can be taken back until the agent has it. */
export function SentList(props: SentListProps): ReactElement | null {
  const { sent, isRunning, isHolding, onRelease, onTakeBack } = props
  const texts = useTexts().chat
  const { id: ownId } = usePerson()
  if (sent.length === 0) return null
  const isWaiting = isRunning || isHolding
  return (
    <div className="chat-waiting">
      {isHolding && (
        <p className="chat-held">
          <span className="quiet">{texts.held}</span>
          <button type="button" className="button" onClick={onRelease}>
            {texts.release}
          </button>
        </p>
      )}
      <ul className="chat-queue" aria-label={texts.queue}>
        {sent.map(({ uuid, text, author }) => {
          const other = author?.id === ownId ? undefined : author
          return (
            <li key={uuid}>
              <span className="mark">{isWaiting ? texts.waiting : texts.sending}</span>
              {other && (
                <span className="pair">
                  <Avatar author={other} />
                  {other.name}
                </span>
              )}
              <span className="chat-queue-words">{oneLine(stripControl(text), 160)}</span>
              {/* Whose words they are takes them back; what was left in the log is for whoever comes. */}
              {isWaiting && (!other || isHolding) && (
                <button type="button" className="button" onClick={() => onTakeBack(uuid)}>
                  {texts.takeBack}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
