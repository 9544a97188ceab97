import type { ModelPlace, ModelView } from '@antiphon/server/protocol'
import { useCallback, useEffect, useState } from 'react'
import { type Failure, readFailure } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'

export type ModelViewState = {
  readonly view: ModelView | undefined
  readonly failure: Failure | undefined
  readonly isLoadingEarlier: boolean
  readonly loadEarlier: () => void
}

/** The request at a place: its last messages at first, earlier ones when they are asked for. */
export function useModelView(place: ModelPlace): ModelViewState {
  const client = useClient()
  const [view, setView] = useState<ModelView>()
  const [failure, setFailure] = useState<Failure>()
  const [before, setBefore] = useState<number>()
  const [shown, setShown] = useState(place)
  // Another place, or the same with other steps: nothing of the one before is left.
  if (shown !== place) {
    setShown(place)
    setView(undefined)
    setFailure(undefined)
    setBefore(undefined)
  }
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    client.readModelView({ ...place, ...(before !== undefined && { before }) }, signal).then(
      more => !signal.aborted && setView(known => (known ? addEarlier(known, more) : more)),
      error => !signal.aborted && setFailure(readFailure(error)),
    )
    return () => controller.abort()
  }, [client, place, before])
  const from = view?.from ?? 0
  const loadEarlier = useCallback(() => setBefore(from), [from])
  const isLoadingEarlier = before !== undefined && before === from && from > 0
  return { view, failure, isLoadingEarlier, loadEarlier }
}

/** A log that grows meanwhile changes only the end of its request. */
function addEarlier(view: ModelView, more: ModelView): ModelView {
  if (more.to !== view.from) return view
  return { ...view, from: more.from, messages: [...more.messages, ...view.messages] }
}
