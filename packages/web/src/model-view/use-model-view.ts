import type { ModelPlace, ModelView } from '@antiphon/server/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../page/page-context.ts'

export type ModelViewState = {
  readonly view: ModelView | undefined
  readonly error: Error | null
  readonly isLoadingEarlier: boolean
  readonly loadEarlier: () => void
}

/** The request at a place: its last messages at first, earlier ones when they are asked for. */
export function useModelView(place: ModelPlace): ModelViewState {
  const client = useClient()
  const { data, error, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['model-view', place],
    queryFn: ({ pageParam, signal }) =>
      client.readModelView({ ...place, ...(pageParam !== null && { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ from }) => (from > 0 ? from : undefined),
  })
  const view = useMemo(() => data?.pages.reduce(addEarlier), [data])
  return { view, error, isLoadingEarlier: isFetchingNextPage, loadEarlier: () => void fetchNextPage() }
}

/** A log that grows meanwhile changes only the end of its request. */
function addEarlier(view: ModelView, more: ModelView): ModelView {
  if (more.to !== view.from) return view
  return { ...view, from: more.from, messages: [...more.messages, ...view.messages] }
}
