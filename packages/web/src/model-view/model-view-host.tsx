import type { ModelPlace } from '@antiphon/server/protocol'
import { ScanEye } from 'lucide-react'
import { type Context, createContext, type ReactElement, type ReactNode, useContext, useState } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
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

/** Opens the model's view: of a message in its actions, of a session's end in its head. */
export function ModelAction({ place }: { readonly place: ModelPlace }): ReactElement {
  const texts = useTexts()
  const show = useShowModelView()
  const isEnd = place.seq === undefined
  if (!isEnd)
    return <IconButton icon={ScanEye} size={14} label={texts.model.title} onClick={() => show(place)} />
  return (
    <Button look="quiet" icon={ScanEye} title={texts.model.atEnd} onClick={() => show(place)}>
      {texts.model.title}
    </Button>
  )
}
