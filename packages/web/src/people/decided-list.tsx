import { type MessageAuthor, readOriginAuthor } from '@antiphon/core'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import type { Decision } from '../language/people-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { readText } from '../story/first-block.ts'
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

/** A question that somebody answered. */
export type Decided = {
  readonly requestId: string
  readonly author: MessageAuthor
  readonly behavior: Decision
  readonly toolName: string
}

/** Adds who answered, where the event says it; only the newest few are kept. */
export function noteDecided(
  decided: readonly Decided[],
  event: { readonly request_id: string; readonly origin?: unknown },
): readonly Decided[] {
  const author = readOriginAuthor(event.origin)
  if (!author) return decided
  const toolName = readText(event, 'tool_name') ?? ''
  // Who chooses an answer allows nothing.
  const allowed = toolName === 'AskUserQuestion' ? 'answer' : 'allow'
  const behavior = readText(event, 'behavior') === 'allow' ? allowed : 'deny'
  const added: Decided = { requestId: event.request_id, author, behavior, toolName }
  return [...decided.filter(({ requestId }) => requestId !== added.requestId), added].slice(-MAX_DECIDED)
}

const MAX_DECIDED = 3
