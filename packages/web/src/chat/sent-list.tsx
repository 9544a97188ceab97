import type { SentPrompt } from '@antiphon/core/chat'
import { oneLine, stripControl } from '@antiphon/core/ui'
import { CornerDownLeft, ListEnd, Pencil, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { useTexts } from '../page/page-context.ts'
import { Avatar } from '../people/avatar.tsx'
import { usePerson } from '../people/person.ts'
import css from './chat.module.css'

export type SentListProps = {
  readonly sent: readonly SentPrompt[]
  readonly isRunning: boolean
  /** Whether they stood in the log, and wait for the person's word. */
  readonly isHolding: boolean
  readonly onRelease: () => void
  /** Takes one back into the field. */
  readonly onEdit: (uuid: string) => void
  readonly onRemove: (uuid: string) => void
  /** Ends the turn that runs, so that the first of them is heard. */
  readonly onNow: () => void
}

/** What was said and waits: it can be changed until the agent has it. */
export function SentList(props: SentListProps): ReactElement | null {
  const { sent, isRunning, isHolding, onRelease, onEdit, onRemove, onNow } = props
  const texts = useTexts().chat
  const { id: ownId } = usePerson()
  if (sent.length === 0) return null
  const isWaiting = isRunning || isHolding
  return (
    <>
      {isHolding && (
        <p className={css.held}>
          <span>{texts.held}</span>
          <Button onClick={onRelease}>{texts.release}</Button>
        </p>
      )}
      <ul className={css.queue} aria-label={texts.queue}>
        {sent.map(({ uuid, text, author }, index) => {
          const other = author?.id === ownId ? undefined : author
          return (
            <li key={uuid}>
              <Icon of={ListEnd} size={14} />
              {!isWaiting && <span className={css.queueMark}>{texts.sending}</span>}
              {other && (
                <span className={css.queueAuthor}>
                  <Avatar author={other} />
                  {other.name}
                </span>
              )}
              <span className={css.queueWords} title={stripControl(text)}>
                {oneLine(stripControl(text), 160)}
              </span>
              {/* Whose words they are takes them back; what was left in the log is for whoever comes. */}
              {isWaiting && (!other || isHolding) && (
                <>
                  <IconButton icon={Pencil} size={14} label={texts.editQueued} onClick={() => onEdit(uuid)} />
                  {index === 0 && isRunning && (
                    <IconButton icon={CornerDownLeft} size={14} label={texts.sendQueued} onClick={onNow} />
                  )}
                  <IconButton icon={X} size={14} label={texts.removeQueued} onClick={() => onRemove(uuid)} />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
