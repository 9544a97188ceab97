import type { ModelMessage } from '@antiphon/server/protocol'
import { type ReactElement, useState } from 'react'
import { CodeView } from '../markdown/code-view.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatJson } from '../story/format-json.ts'
import { BlockView } from './block-view.tsx'
import { RepairLine } from './repair-line.tsx'
import { SourceLinks } from './source-links.tsx'

export type MessageViewProps = {
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
        <span className="model-index">{(index + 1).toLocaleString('en')}</span>
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
