import type { ModelPlace } from '@antiphon/server/protocol'
import { type Context, createContext, type ReactElement, type ReactNode, useContext, useState } from 'react'
import { ModelDialog } from './model-dialog.tsx'

type ShowModelView = (place: ModelPlace) => void

const ShowModelViewContext: Context<ShowModelView> = createContext<ShowModelView>(() => undefined)

/** Opens the model's view of a place. */
export function useShowModelView(): ShowModelView {
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
