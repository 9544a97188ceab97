import type { Decided } from '@antiphon/core/chat'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { Avatar } from './avatar.tsx'
import css from './people.module.css'

/** What others decided in this turn, while somebody looked at the same questions. */
export function DecidedList({
  decided,
  ownId,
}: {
  readonly decided: readonly Decided[]
  readonly ownId: string
}): ReactElement {
  const texts = useTexts().people
  return (
    <div className={css.decided} role="status">
      {decided
        .filter(({ author }) => author.id !== ownId)
        .map(({ requestId, author, behavior, toolName }) => (
          <p key={requestId}>
            <Avatar author={author} />
            {texts.decided[behavior](author.name, oneLine(stripControl(toolName), 80))}
          </p>
        ))}
    </div>
  )
}
