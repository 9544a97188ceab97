import type { PersonItem } from '@antiphon/core'
import { Braces, Check, Link } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { ModelAction } from '../model-view/model-view-host.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatClock, formatExact } from '../parts/format-time.ts'
import type { Place } from '../story/compute-story.ts'
import { useSessionContext } from '../story/session-context.ts'
import css from './item.module.css'

export type RowActionsProps = {
  readonly item: PersonItem
  readonly place: Place | undefined
  /** What can be done with it alone. */
  readonly children?: ReactNode
}

/** What can be done with one thing that was said, and when that was; seen by who points at it or comes by keyboard. */
export function RowActions({ item, place, children }: RowActionsProps): ReactElement | null {
  const texts = useTexts()
  const { session, agentId, showRaw } = useSessionContext()
  const time = formatClock(item.timestamp)
  if (!place) return null
  const { placed } = place
  const uuid = 'uuid' in placed.entry && typeof placed.entry.uuid === 'string' ? placed.entry.uuid : '-'
  return (
    <span className={css.actions}>
      {time !== '' && (
        <time className={css.time} dateTime={item.timestamp} title={formatExact(item.timestamp)}>
          {time}
        </time>
      )}
      {children}
      {agentId === undefined && (
        <CopyLink link={formatRoute({ kind: 'session', id: session, uuid, seq: placed.seq })} />
      )}
      <ModelAction place={{ session, seq: placed.seq, uuid, ...(agentId !== undefined && { agentId }) }} />
      <IconButton
        icon={Braces}
        size={14}
        label={texts.rawJson}
        onClick={() => showRaw({ placed, agentId })}
      />
    </span>
  )
}

/** A link to a place of a session; who follows it has it on the clipboard, too. */
export function CopyLink({ link }: { readonly link: string }): ReactElement {
  const texts = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <a
      className={css.link}
      href={link}
      title={texts.copyLink}
      aria-label={isCopied ? texts.copied : texts.copyLink}
      onClick={() => {
        const address = new URL(link, location.href).href
        // The link is in the address bar in any case.
        navigator.clipboard?.writeText(address).then(
          () => setIsCopied(true),
          () => undefined,
        )
      }}
    >
      <Icon of={isCopied ? Check : Link} size={14} />
    </a>
  )
}

/** What is special about something that was said. */
export function ItemMarks({ item }: { readonly item: PersonItem }): ReactElement | null {
  const texts = useTexts()
  const isAgentLog = useSessionContext().agentId !== undefined
  const marks = [
    ...(item.isVirtual ? [texts.neverSent] : []),
    ...(item.isRetracted ? [texts.takenBack] : []),
    ...(item.isSidechain && !isAgentLog ? [texts.ofSubagent] : []),
  ]
  if (marks.length === 0) return null
  return (
    <span className={css.marks}>
      {marks.map(mark => (
        <span className="mark" key={mark}>
          {mark}
        </span>
      ))}
    </span>
  )
}
