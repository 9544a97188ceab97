import type { ModelMessage, StoredPlace } from '@antiphon/server/protocol'
import { type ReactElement, useState } from 'react'
import { CodeView } from '../markdown/code-view.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatJson } from '../story/format-json.ts'
import { BlockView } from './block-view.tsx'
import { RepairLine } from './repair-line.tsx'

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
      className={`model-message is-${role} ${repairs.length > 0 ? 'is-repaired' : ''}`}
      aria-label={texts.model.messageAt(index, roleName)}
    >
      <header className="model-role">
        <span className="fine figures">{(index + 1).toLocaleString('en')}</span>
        <span className="item-kind">{roleName}</span>
        <button
          type="button"
          className="action is-plain"
          title={texts.model.json}
          aria-label={texts.model.json}
          aria-expanded={isJson}
          onClick={() => setIsJson(!isJson)}
        >
          {'{}'}
        </button>
      </header>
      <div className="model-content">
        {repairs.length > 0 && (
          <ul className="repair-list">
            {repairs.map((repair, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the repairs of a message never move
              <RepairLine key={position} repair={repair} />
            ))}
          </ul>
        )}
        {isJson ? (
          <CodeView text={formatJson({ role, content })} language="json" />
        ) : (
          blocks.map((block, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a message never move
            <BlockView key={position} block={block} log={log} />
          ))
        )}
        {cut > 0 && <p className="quiet">{texts.model.cut(cut)}</p>}
        <SourceLinks log={log} sources={sources} onLeave={onLeave} />
      </div>
    </article>
  )
}

type SourceLinksProps = Pick<MessageViewProps, 'log' | 'onLeave'> & {
  readonly sources: readonly StoredPlace[]
}

/** The way back to the stored messages that one of the request was made of. */
function SourceLinks({ log, sources, onLeave }: SourceLinksProps): ReactElement {
  const texts = useTexts()
  const link = ({ uuid, seq }: StoredPlace): string =>
    formatRoute({ kind: 'session', id: log, uuid: uuid || '-', seq })
  const [first, ...others] = sources
  if (!first) return <p className="model-sources is-warn">{texts.model.inserted}</p>
  if (others.length === 0)
    return (
      <p className="model-sources">
        <a href={link(first)} onClick={onLeave}>
          {texts.model.stored}
        </a>
      </p>
    )
  return (
    <p className="model-sources">
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
