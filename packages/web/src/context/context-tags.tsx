import type { ContextReference } from '@antiphon/core'
import { toContextKey } from '@antiphon/core/chat'
import type { AttachedContext } from '@antiphon/server/protocol'
import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './context.module.css'
import { formatReference, formatTag } from './format-reference.ts'
import { KIND_ICONS } from './kind-icons.ts'

type ContextTagsProps = {
  readonly contexts: readonly AttachedContext[]
  readonly onRemove: (context: AttachedContext) => void
}

/** A tag for everything that was added to a message. */
export function ContextTags({ contexts, onRemove }: ContextTagsProps): ReactElement {
  const texts = useTexts().chat.context
  return (
    <ul className={css.tags} aria-label={texts.row}>
      {contexts.map(context => {
        const { reference } = context
        const name = formatTag(reference, texts)
        return (
          <li key={toContextKey(context)} className={css.tag} title={formatReference(reference, texts)}>
            <KindIcon type={reference.type} />
            <span className={css.name}>{name}</span>
            <button type="button" aria-label={texts.remove(name)} onClick={() => onRemove(context)}>
              <Icon of={X} size={12} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

type ContextListProps = { readonly references: readonly ContextReference[] }

/** What somebody attached to a message. */
export function ContextList({ references }: ContextListProps): ReactElement | null {
  const texts = useTexts().chat.context
  if (references.length === 0) return null
  return (
    <ul className={css.tags} aria-label={texts.above}>
      {references.map((reference, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was sent never changes
        <li key={index} className={css.tag} title={formatReference(reference, texts)}>
          <KindIcon type={reference.type} />
          <span className={css.name}>{formatReference(reference, texts)}</span>
        </li>
      ))}
    </ul>
  )
}

function KindIcon({ type }: { readonly type: ContextReference['type'] }): ReactElement {
  const texts = useTexts().chat.context
  return (
    <span className={css.kind} role="img" aria-label={texts.kinds[type]}>
      <Icon of={KIND_ICONS[type]} size={14} />
    </span>
  )
}
