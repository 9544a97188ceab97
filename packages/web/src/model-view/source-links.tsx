import type { StoredPlace } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import type { MessageViewProps } from './message-view.tsx'

export type SourceLinksProps = Pick<MessageViewProps, 'log' | 'onLeave'> & {
  readonly sources: readonly StoredPlace[]
}

/** The way back to the stored messages that one of the request was made of. */
export function SourceLinks({ log, sources, onLeave }: SourceLinksProps): ReactElement {
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
