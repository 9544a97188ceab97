import type { ContextReference } from '@antiphon/core'
import { CONTEXT_ICONS } from '@antiphon/core/message'
import type { AttachedContext } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { toKey } from './attached.ts'
import { formatReference, formatTag } from './format-reference.ts'

type ContextRowProps = {
  readonly contexts: readonly AttachedContext[]
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onRemove: (context: AttachedContext) => void
}

/** The row above the field: the button that adds context, and a tag for each that was added. */
export function ContextRow({ contexts, isOpen, onOpen, onRemove }: ContextRowProps): ReactElement {
  const texts = useTexts().chat.context
  return (
    <div className="context-row">
      <button
        type="button"
        className="button context-add"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        // What is selected on the page is one of the things that can be added.
        onPointerDown={event => event.preventDefault()}
        onClick={onOpen}
      >
        <span aria-hidden="true">📎</span> {texts.add}
      </button>
      <ul className="context-tags" aria-label={texts.row}>
        {contexts.map(context => {
          const { reference } = context
          const name = formatTag(reference, texts)
          return (
            <li key={toKey(context)} title={formatReference(reference, texts)}>
              <span role="img" aria-label={texts.kinds[reference.type]}>
                {CONTEXT_ICONS[reference.type]}
              </span>{' '}
              <span className="context-name">@{name}</span>
              <button
                type="button"
                className="context-remove"
                aria-label={texts.remove(name)}
                onClick={() => onRemove(context)}
              >
                ×
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type ContextListProps = { readonly references: readonly ContextReference[] }

/** What somebody attached to a message, above it. */
export function ContextList({ references }: ContextListProps): ReactElement | null {
  const texts = useTexts()
  if (references.length === 0) return null
  return (
    <ul className="context-list" aria-label={texts.chat.context.above}>
      {references.map((reference, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was sent never changes
        <li key={index}>
          <span role="img" aria-label={texts.chat.context.kinds[reference.type]}>
            {CONTEXT_ICONS[reference.type]}
          </span>{' '}
          {formatReference(reference, texts.chat.context)}
        </li>
      ))}
    </ul>
  )
}
