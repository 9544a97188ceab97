import type { ModelPlace } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { useShowModelView } from './model-view-host.tsx'

/** Opens the model's view: of a message in its actions, of a session's end in its head. */
export function ModelAction({ place }: { readonly place: ModelPlace }): ReactElement {
  const texts = useTexts()
  const show = useShowModelView()
  const isEnd = place.seq === undefined
  return (
    <button
      type="button"
      className={isEnd ? 'button' : 'action'}
      title={isEnd ? texts.model.atEnd : texts.model.title}
      aria-label={isEnd ? undefined : texts.model.title}
      onClick={() => show(place)}
    >
      {isEnd ? texts.model.title : '⇢'}
    </button>
  )
}
