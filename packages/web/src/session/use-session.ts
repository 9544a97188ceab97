import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useClient } from '../page/page-context.ts'
import { findPage } from './find-page.ts'
import { readRest } from './reader-memory.ts'
import { createPlaceKeeper, type PlaceKeeper } from './reader-place.ts'
import { ask } from './session-parts.ts'
import { NO_SESSION, reduceSession, type SessionState } from './session-state.ts'
import type { Target } from './target.ts'
import { useFollow } from './use-follow.ts'
import { type Pages, usePages } from './use-pages.ts'
import { useReturn } from './use-return.ts'

export type SessionHandle = Pages & {
  readonly state: SessionState
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
    dispatch({ kind: 'opening' })
    void ask(dispatch, controller.signal, async () => ({
      kind: 'opened',
      ...(await findPage({ client, session, target, signal: controller.signal })),
    }))
    return () => controller.abort()
  }, [client, session, target])

  const pageSignal = useSignal(session)
  const load = usePages({ client, session, state, dispatch, signal: pageSignal })
  const jump = useCallback((next: Target) => setJumped({ ...next }), [])
  const reopen = useCallback(() => jump({}), [jump])
  useFollow({ client, session, state, dispatch, reader, onReopen: reopen })
  useReturn({ client, session, state, dispatch, onReopen: reopen })
  const isShown = state.phase === 'ready'
  const retry = useCallback(
    () => (isShown ? dispatch({ kind: 'retried' }) : jump(target)),
    [isShown, jump, target],
  )
  return { state, ...load, retry, jump, target, reader }
}

/** A signal that ends with the session, so that late pages of one are not put into another. */
function useSignal(session: string): AbortSignal {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each session has a signal of its own
  const controller = useMemo(() => new AbortController(), [session])
  const alive = useRef(controller)
  useEffect(() => {
    alive.current = controller
    return () => {
      // React runs effects twice while developing; only a controller that was replaced is over.
      queueMicrotask(() => alive.current !== controller && controller.abort())
    }
  }, [controller])
  return controller.signal
}
