import type { ModelPlace } from '@antiphon/server/protocol'
import { type Context, createContext, type ReactElement, type ReactNode, useContext, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { ModelDialog } from './model-dialog.tsx'

type ShowModelView = (place: ModelPlace) => void

const ShowModelViewContext: Context<ShowModelView> = createContext<ShowModelView>(() => undefined)

/** Opens the model's view of a place. */
function useShowModelView(): ShowModelView {
  return useContext(ShowModelViewContext)
}

/** Holds the open view: it outlives the item that it was opened from, which may scroll away meanwhile. */
export function ModelViewHost({ children }: { readonly children: ReactNode }): ReactElement {
  const [place, setPlace] = useState<ModelPlace>()
  return (
    <ShowModelViewContext value={setPlace}>
      {children}
      {place && <ModelDialog place={place} onClose={() => setPlace(undefined)} />}
    </ShowModelViewContext>
  )
}

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
