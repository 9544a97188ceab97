import { useCallback } from 'react'
import { ask, type SessionParts } from './session-parts.ts'

/** Ways to load more of a log. */
export type Pages = {
  readonly loadOlder: () => void
  readonly loadNewer: () => void
  readonly loadWhole: (seq: number) => void
}

export function usePages(parts: SessionParts & { readonly signal: AbortSignal }): Pages {
  const { client, session, state, dispatch, signal } = parts
  const { from, to, end, isLoadingOlder, isLoadingNewer } = state
  // What failed or is gone is asked for again when somebody wants it or it is back, not at once and for ever.
  const isReady = state.phase === 'ready' && state.failure === null && !state.isGone
  const loadOlder = useCallback(() => {
    if (!isReady || isLoadingOlder || from <= 0) return
    dispatch({ kind: 'older-asked' })
    void ask(dispatch, signal, async () => ({
      kind: 'older',
      page: await client.get('page', { session, before: from }, signal),
    }))
  }, [client, session, dispatch, signal, isReady, from, isLoadingOlder])
  const loadNewer = useCallback(() => {
    if (!isReady || isLoadingNewer || to >= end) return
    dispatch({ kind: 'newer-asked' })
    void ask(dispatch, signal, async () => ({
      kind: 'newer',
      page: await client.get('page', { session, after: to }, signal),
    }))
  }, [client, session, dispatch, signal, isReady, to, end, isLoadingNewer])
  const loadWhole = useCallback(
    (seq: number) => {
      void ask(dispatch, signal, async () => ({
        kind: 'replaced',
        seq,
        entry: await client.get('entry', { session, seq }, signal),
      }))
    },
    [client, session, dispatch, signal],
  )
  return { loadOlder, loadNewer, loadWhole }
}
