import { toContextKey } from '@antiphon/core/chat'
import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { ContextTags } from '../context/context-tags.tsx'
import { Icon } from '../controls/icon.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './composer.module.css'
import { toImageUrl } from './read-image.ts'
import type { Draft } from './use-draft.ts'

type AttachmentRowProps = {
  readonly draft: Draft
  readonly setDraft: (change: (draft: Draft) => Draft) => void
  readonly onRemoved: () => void
  /** The name of a file that cannot go along. */
  readonly trouble: string | undefined
}

/** What goes along with the words: pictures and references, each of which can be taken away again. */
export function AttachmentRow({
  draft,
  setDraft,
  onRemoved,
  trouble,
}: AttachmentRowProps): ReactElement | null {
  const texts = useTexts().chat
  const { contexts, images } = draft
  if (contexts.length === 0 && images.length === 0 && trouble === undefined) return null
  return (
    <div className={css.attached}>
      {images.length > 0 && (
        <ul className={css.images} aria-label={texts.images}>
          {images.map((image, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may be the same
            <li key={index}>
              <img src={toImageUrl(image)} alt={image.name} title={image.name} />
              <button
                type="button"
                aria-label={texts.removeImage(image.name)}
                onClick={() => {
                  setDraft(before => ({ ...before, images: before.images.filter((_, at) => at !== index) }))
                  onRemoved()
                }}
              >
                <Icon of={X} size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {contexts.length > 0 && (
        <ContextTags
          contexts={contexts}
          onRemove={context => {
            const key = toContextKey(context)
            setDraft(before => ({
              ...before,
              contexts: before.contexts.filter(one => toContextKey(one) !== key),
            }))
            onRemoved()
          }}
        />
      )}
      {trouble !== undefined && (
        <p className={css.trouble} role="alert">
          {texts.imageBad(trouble)}
        </p>
      )}
    </div>
  )
}
