import { oneLine } from '@antiphon/core/ui'
import type { ModelMessage, StoredPlace } from '@antiphon/server/protocol'
import { Braces, Equal, type LucideIcon, Merge, Plus, Wrench } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { classNames } from '../controls/class-names.ts'
import { Icon } from '../controls/icon.tsx'
import { CodeView } from '../markdown/code-view.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import { formatJson } from '../story/format-json.ts'
import { BlockView } from './block-view.tsx'
import css from './message-view.module.css'
import { RepairLine, RepairList } from './repair-line.tsx'

type MessageViewProps = {
  /** The log that its sources stand in. */
  readonly log: string
  readonly message: ModelMessage
  readonly onLeave: () => void
}

/** One message of a request, as it was sent: text as text. */
export function MessageView({ log, message, onLeave }: MessageViewProps): ReactElement {
  const texts = useTexts()
  const [isJson, setIsJson] = useState(false)
  const { role, content, index, cut, repairs, sources } = message
  const roleName = texts.model.roles[role]
  const blocks: readonly unknown[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return (
    <article
      className={classNames(css.row, repairs.length > 0 && css.repaired)}
      aria-label={texts.model.messageAt(index, roleName)}
    >
      <SourceCard log={log} sources={sources} onLeave={onLeave} />
      <span className={css.way}>
        <Icon of={toSign(message)} size={14} />
      </span>
      <div className={css.card}>
        <header className={classNames(css.head, role === 'user' && css.user)}>
          <b>{roleName}</b>
          <span className="fine figures">{formatWhole(index + 1)}</span>
          <span className={css.space} />
          <IconButton
            icon={Braces}
            label={texts.model.json}
            size={14}
            aria-expanded={isJson}
            onClick={() => setIsJson(!isJson)}
          />
        </header>
        <div className={css.content}>
          {isJson ? (
            <CodeView text={formatJson({ role, content })} language="json" />
          ) : (
            blocks.map((block, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a message never move
              <BlockView key={position} block={block} log={log} />
            ))
          )}
          {cut > 0 && <p className="quiet">{texts.model.cut(cut)}</p>}
          {repairs.length > 0 && (
            <RepairList>
              {repairs.map((repair, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the repairs of a message never move
                <RepairLine key={position} repair={repair} />
              ))}
            </RepairList>
          )}
        </div>
      </div>
    </article>
  )
}

/** What stands on either side of the messages below. */
export function MessageColumns(): ReactElement {
  const { inFile, inRequest } = useTexts().model
  return (
    <div className={css.columns}>
      <h3>{inFile}</h3>
      <h3>{inRequest}</h3>
    </div>
  )
}

/** What became of the stored messages on their way: nothing, a repair, one out of several, or something that no file holds. */
function toSign({ sources, repairs }: ModelMessage): LucideIcon {
  if (repairs.length > 0) return Wrench
  if (sources.length === 0) return Plus
  return sources.length > 1 ? Merge : Equal
}

type SourceCardProps = Pick<MessageViewProps, 'log' | 'onLeave'> & {
  readonly sources: readonly StoredPlace[]
}

/** The stored messages that one of the request was made of, and the way back to each. */
function SourceCard({ log, sources, onLeave }: SourceCardProps): ReactElement {
  const texts = useTexts()
  const link = ({ uuid, seq }: StoredPlace): string =>
    formatRoute({ kind: 'session', id: log, uuid: uuid || '-', seq })
  const [first, ...others] = sources
  if (!first) return <p className={css.none}>{texts.model.inserted}</p>
  if (others.length === 0)
    return (
      <p className={classNames(css.card, css.sources)}>
        <b>{oneLine(first.type, 40)}</b>{' '}
        <a href={link(first)} onClick={onLeave}>
          {texts.model.stored}
        </a>
      </p>
    )
  return (
    <p className={classNames(css.card, css.sources)}>
      {texts.model.storedOf(sources.length)}{' '}
      {sources.slice(0, MOST_LINKS).map((source, index) => (
        <a
          key={source.seq}
          href={link(source)}
          aria-label={texts.model.toStored(index + 1)}
          title={source.type}
          onClick={onLeave}
        >
          {index + 1}
        </a>
      ))}
      {sources.length > MOST_LINKS && ' …'}
    </p>
  )
}

const MOST_LINKS = 24
