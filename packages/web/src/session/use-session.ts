import { type Dispatch, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { Client } from '../client/client.ts'
import { readFailure, readFailureWords } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'
import { createPlaceKeeper, type PlaceKeeper } from '../story/reader-place.ts'
import type { Target } from '../story/target.ts'
import { findPage } from './find-page.ts'
import { readRest } from './reader-memory.ts'
import { NO_SESSION, reduceSession, type SessionAction, type SessionState } from './session-state.ts'
import { useFollow } from './use-follow.ts'
import { useReturn } from './use-return.ts'

/** What the parts of an open session share. */
export type SessionParts = {
  readonly client: Client
  readonly session: string
  readonly state: SessionState
  readonly dispatch: Dispatch<SessionAction>
}

export type SessionHandle = {
  readonly state: SessionState
  readonly loadOlder: () => void
  readonly loadNewer: () => void
  readonly loadWhole: (seq: number) => void
  /** Tries again what failed; what is shown stays. */
  readonly retry: () => void
  /** Opens another place of the same session. */
  readonly jump: (target: Target) => void
  /** Where it was opened; a new value each time, so that the same place can be asked for twice. */
  readonly target: Target
  readonly reader: PlaceKeeper
}

/** A session's log: a page of it at first, more on demand, and what is written from then on. */
export function useSession(session: string, opened: Target): SessionHandle {
  const client = useClient()
  const [state, dispatch] = useReducer(reduceSession, NO_SESSION)
  const [reader] = useState(createPlaceKeeper)
  const [jumped, setJumped] = useState<Target>()
  const { uuid, seq } = opened
  // A link wins over the memory.
  const fromLink = useMemo(
    () => (uuid === undefined && seq === undefined ? readRest(session) : { uuid, seq }),
    [session, uuid, seq],
  )
  const target = jumped ?? fromLink
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new link replaces an older jump
  useEffect(() => setJumped(undefined), [fromLink, session])

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    dispatch({ kind: 'opening' })
    void ask(dispatch, signal, async () => ({
      kind: 'opened',
      ...(await findPage({ client, session, target, signal })),
    }))
    return () => controller.abort()
  }, [client, session, target])

  const parts: SessionParts = { client, session, state, dispatch }
  const pages = usePages(parts)
  const jump = useCallback((next: Target) => setJumped({ ...next }), [])
  const reopen = useCallback(() => jump({}), [jump])
  useFollow({ ...parts, reader, onReopen: reopen })
  useReturn({ ...parts, onReopen: reopen })
  const isShown = state.phase === 'ready'
  const retry = useCallback(
    () => (isShown ? dispatch({ kind: 'retried' }) : jump(target)),
    [isShown, jump, target],
  )
  return { state, ...pages, retry, jump, target, reader }
}

/** Ways to load more of a log. */
function usePages(parts: SessionParts): Pick<SessionHandle, 'loadOlder' | 'loadNewer' | 'loadWhole'> {
  const { client, session, state, dispatch } = parts
  const { from, to, end, isLoadingOlder, isLoadingNewer } = state
  const alive = useRef(new AbortController())
  // Late pages of one session are not put into another.
  useEffect(() => {
    const controller = new AbortController()
    alive.current = controller
    return () => controller.abort()
  }, [])
  // What failed or is gone is asked for again when somebody wants it or it is back, not at once and for ever.
  const isReady = state.phase === 'ready' && state.failure === null && !state.isGone
  const loadOlder = useCallback(() => {
    if (!isReady || isLoadingOlder || from <= 0) return
    const { signal } = alive.current
    dispatch({ kind: 'older-asked' })
    void ask(dispatch, signal, async () => ({
      kind: 'older',
      page: await client.get('page', { session, before: from }, signal),
    }))
  }, [client, session, dispatch, isReady, from, isLoadingOlder])
  const loadNewer = useCallback(() => {
    if (!isReady || isLoadingNewer || to >= end) return
    const { signal } = alive.current
    dispatch({ kind: 'newer-asked' })
    void ask(dispatch, signal, async () => ({
      kind: 'newer',
      page: await client.get('page', { session, after: to }, signal),
    }))
  }, [client, session, dispatch, isReady, to, end, isLoadingNewer])
  const loadWhole = useCallback(
    (seq: number) => {
      const { signal } = alive.current
      void ask(dispatch, signal, async () => ({
        kind: 'replaced',
        seq,
        entry: await client.get('entry', { session, seq }, signal),
      }))
    },
    [client, session, dispatch],
  )
  return { loadOlder, loadNewer, loadWhole }
}

/** Asks, and tells what came of it; nothing once the signal ended. */
async function ask(
  dispatch: Dispatch<SessionAction>,
  signal: AbortSignal,
  question: () => Promise<SessionAction>,
): Promise<void> {
  try {
    const action = await question()
    if (!signal.aborted) dispatch(action)
  } catch (error) {
    if (!signal.aborted)
      dispatch({ kind: 'failed', failure: readFailure(error), words: readFailureWords(error) })
  }
}
