import type { ContextReference } from '@antiphon/core'
import { CONTEXT_ICONS } from '@antiphon/core/message'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatReference } from './format-reference.ts'

export type ContextListProps = { readonly references: readonly ContextReference[] }

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
