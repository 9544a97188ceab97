import type { PersonItem } from '@antiphon/core'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useTexts } from '../app/page-context.ts'
import { formatRoute } from '../app/route.ts'
import { ModelAction } from '../model-view/model-action.tsx'
import { formatClock, formatExact } from '../sessions/format-time.ts'
import type { Place } from './compute-story.ts'
import { firstBlock } from './first-block.ts'
import { useSessionContext } from './session-context.ts'

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
  const marks = [
    ...(item.isVirtual ? [texts.neverSent] : []),
    ...(item.isRetracted ? [texts.takenBack] : []),
    ...(item.isSidechain && !isAgentLog ? [texts.ofSubagent] : []),
  ]
  const language = document.documentElement.lang
  const time = formatClock(item.timestamp, language)
  return (
    <header className="item-head">
      {children ?? (
        <span className="item-kind">
          {isAgentLog && item.kind === 'prompt' ? texts.task : texts.kinds[item.kind]}
        </span>
      )}
      {marks.map(mark => (
        <span className="mark" key={mark}>
          {mark}
        </span>
      ))}
      {hasFailed && <span className="mark">{texts.wentWrong}</span>}
      <span className="item-tools">
        {place && <ItemActions place={place} isPicture={firstBlock(item.message)?.type === 'image'} />}
        {time !== '' && (
          <time className="time" dateTime={item.timestamp} title={formatExact(item.timestamp, language)}>
            {time}
          </time>
        )}
      </span>
    </header>
  )
}

type ItemActionsProps = { readonly place: Place; readonly isPicture: boolean }

function ItemActions({ place: { placed }, isPicture }: ItemActionsProps): ReactElement {
  const texts = useTexts()
  const { session, agentId, showRaw, loadWhole } = useSessionContext()
  const [isCopied, setIsCopied] = useState(false)
  const uuid = 'uuid' in placed.entry && typeof placed.entry.uuid === 'string' ? placed.entry.uuid : '-'
  const link = formatRoute({ kind: 'session', id: session, uuid, seq: placed.seq })
  return (
    <span className="item-actions">
      {/* What was left out of a picture is fetched when it is drawn. */}
      {placed.cut > 0 && !isPicture && (
        <button type="button" className="action is-shown" onClick={() => loadWhole(placed.seq)}>
          {texts.loadWhole(placed.cut)}
        </button>
      )}
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
