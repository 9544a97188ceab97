import type { PersonItem } from '@antiphon/core'
import { type ReactElement, type ReactNode, useState } from 'react'
import { ModelAction } from '../model-view/model-view-host.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatClock, formatExact } from '../parts/format-time.ts'
import { Avatar } from '../people/avatar.tsx'
import { usePerson } from '../people/person.ts'
import type { Place } from '../story/compute-story.ts'
import { firstBlock } from '../story/first-block.ts'
import { useSessionContext } from '../story/session-context.ts'
import css from './item.module.css'

export type ItemHeadProps = {
  readonly item: PersonItem
  readonly place: Place | undefined
  readonly hasFailed?: boolean
  readonly children?: ReactNode
}

/** Who said it, when, what is special about it, and what can be done with it. */
export function ItemHead({ item, place, hasFailed = false, children }: ItemHeadProps): ReactElement {
  const texts = useTexts()
  const isAgentLog = useSessionContext().agentId !== undefined
  const { id } = usePerson()
  // Whoever sits here knows their name.
  const author = item.kind === 'prompt' && item.author?.id !== id ? item.author : undefined
  const marks = [
    ...(item.isVirtual ? [texts.neverSent] : []),
    ...(item.isRetracted ? [texts.takenBack] : []),
    ...(item.isSidechain && !isAgentLog ? [texts.ofSubagent] : []),
  ]
  const time = formatClock(item.timestamp)
  return (
    <header className={`line ${css.head}`}>
      {children ?? (
        <span className="item-kind">
          {author ? (
            <span className="pair">
              <Avatar author={author} />
              {author.name}
            </span>
          ) : isAgentLog && item.kind === 'prompt' ? (
            texts.task
          ) : (
            texts.kinds[item.kind]
          )}
        </span>
      )}
      {marks.map(mark => (
        <span className="mark" key={mark}>
          {mark}
        </span>
      ))}
      {hasFailed && <span className="mark">{texts.wentWrong}</span>}
      <span className={css.tools}>
        {place && <ItemActions place={place} isCutHere={!loadsElsewhere(item)} />}
        {time !== '' && (
          <time className="time" dateTime={item.timestamp} title={formatExact(item.timestamp)}>
            {time}
          </time>
        )}
      </span>
    </header>
  )
}

/** What is folded loads its rest where it is read, a picture when it is drawn. */
function loadsElsewhere({ kind, message }: PersonItem): boolean {
  return FOLDED.has(kind) || firstBlock(message)?.type === 'image'
}

const FOLDED: ReadonlySet<PersonItem['kind']> = new Set(['thinking', 'summary', 'meta'])

type ItemActionsProps = {
  readonly place: Place
  /** Whether what was left out is loaded from here. */
  readonly isCutHere: boolean
}

function ItemActions({ place, isCutHere }: ItemActionsProps): ReactElement {
  const { placed } = place
  const texts = useTexts()
  const { session, agentId, showRaw } = useSessionContext()
  const [isCopied, setIsCopied] = useState(false)
  const uuid = 'uuid' in placed.entry && typeof placed.entry.uuid === 'string' ? placed.entry.uuid : '-'
  const link = formatRoute({ kind: 'session', id: session, uuid, seq: placed.seq })
  return (
    <span className={css.actions}>
      {isCutHere && <LoadWhole place={place} />}
      {agentId === undefined && (
        <a
          className="action"
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
          {isCopied ? '✓' : '#'}
        </a>
      )}
      <ModelAction place={{ session, seq: placed.seq, uuid, ...(agentId !== undefined && { agentId }) }} />
      <button
        type="button"
        className="action"
        title={texts.rawJson}
        aria-label={texts.rawJson}
        onClick={() => showRaw({ placed, agentId })}
      >
        {'{}'}
      </button>
    </span>
  )
}

/** Says how much of an entry was left out, and loads it. Nothing where it is whole. */
export function LoadWhole({ place }: { readonly place: Place | undefined }): ReactElement | null {
  const texts = useTexts()
  const { loadWhole } = useSessionContext()
  if (!place || place.placed.cut === 0) return null
  const { seq, cut } = place.placed
  return (
    <button type="button" className="action is-shown" onClick={() => loadWhole(seq)}>
      {texts.loadWhole(cut)}
    </button>
  )
}
