import type { Entry } from '@antiphon/core'
import { type Dispatch, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { createBatcher } from '../app/create-batcher.ts'
import { useBackend } from '../app/page-context.ts'
import { runUntilAborted } from '../app/run-until-aborted.ts'
import type { Backend, PlacedEntry } from '../backend/backend.ts'
import { readFailure } from '../backend/failure.ts'
import { findPage } from './find-page.ts'
import {
  NO_SESSION,
  reachesEnd,
  reduceSession,
  type SessionAction,
  type SessionState,
} from './session-state.ts'
import type { Target } from './target.ts'

export type SessionHandle = {
  readonly state: SessionState
  readonly loadOlder: () => void
  readonly loadNewer: () => void
  readonly loadWhole: (seq: number) => void
  /** Opens another place of the same session. */
  readonly jump: (target: Target) => void
  /** Where it was opened; a new value each time, so that the same place can be asked for twice. */
  readonly target: Target
}

/** A session's log: a page of it at first, more on demand, and what is written from then on. */
export function useSession(session: string, opened: Target): SessionHandle {
  const backend = useBackend()
  const [state, dispatch] = useReducer(reduceSession, NO_SESSION)
  const [jumped, setJumped] = useState<Target>()
  const fromLink = useMemo(() => ({ uuid: opened.uuid, seq: opened.seq }), [opened.uuid, opened.seq])
  const target = jumped ?? fromLink
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new link replaces an older jump
  useEffect(() => setJumped(undefined), [fromLink, session])

  useEffect(() => {
    const controller = new AbortController()
    dispatch({ kind: 'opening' })
    void ask(dispatch, controller.signal, async () => ({
      kind: 'opened',
      page: await findPage({ backend, session, target, signal: controller.signal }),
    }))
    return () => controller.abort()
  }, [backend, session, target])

  const pageSignal = useSignal(session)
  const load = usePages({ backend, session, state, dispatch, signal: pageSignal })
  const jump = useCallback((next: Target) => setJumped({ ...next }), [])
  useFollow({ backend, session, state, dispatch, onRestart: () => jump({}) })
  return { state, ...load, jump, target }
}

type Parts = {
  readonly backend: Backend
  readonly session: string
  readonly state: SessionState
  readonly dispatch: Dispatch<SessionAction>
}

type Pages = Pick<SessionHandle, 'loadOlder' | 'loadNewer' | 'loadWhole'>

function usePages({ backend, session, state, dispatch, signal }: Parts & { signal: AbortSignal }): Pages {
  const { phase, from, to, end, isLoadingOlder, isLoadingNewer } = state
  const loadOlder = useCallback(() => {
    if (phase !== 'ready' || isLoadingOlder || from <= 0) return
    dispatch({ kind: 'older-asked' })
    void ask(dispatch, signal, async () => ({
      kind: 'older',
      page: await backend.readPage({ session, before: from }, signal),
    }))
  }, [backend, session, dispatch, signal, phase, from, isLoadingOlder])
  const loadNewer = useCallback(() => {
    if (phase !== 'ready' || isLoadingNewer || to >= end) return
    dispatch({ kind: 'newer-asked' })
    void ask(dispatch, signal, async () => ({
      kind: 'newer',
      page: await backend.readPage({ session, after: to }, signal),
    }))
  }, [backend, session, dispatch, signal, phase, to, end, isLoadingNewer])
  const loadWhole = useCallback(
    (seq: number) => {
      void ask(dispatch, signal, async () => {
        const entry: Entry = await backend.readEntry({ session, seq }, signal)
        return { kind: 'replaced', seq, entry }
      })
    },
    [backend, session, dispatch, signal],
  )
  return { loadOlder, loadNewer, loadWhole }
}

// Twenty redraws a second are as many as anybody can read.
const BATCH_MS = 50

function useFollow({
  backend,
  session,
  state,
  dispatch,
  onRestart,
}: Parts & { onRestart: () => void }): void {
  const isAtEnd = reachesEnd(state)
  const position = useRef(0)
  const restart = useRef(onRestart)
  useEffect(() => {
    position.current = state.to
    restart.current = onRestart
  })
  useEffect(() => {
    if (!isAtEnd) return
    const controller = new AbortController()
    const { signal } = controller
    const batcher = createBatcher<PlacedEntry>(placed => dispatch({ kind: 'appended', placed }), BATCH_MS)
    void runUntilAborted({
      signal,
      onFailure: () => batcher.flush(),
      async run() {
        for await (const event of backend.follow({ session, from: position.current }, signal)) {
          if (signal.aborted) return
          if (event.kind === 'entry') batcher.add(event.placed)
          else {
            batcher.flush()
            if (event.kind === 'damage') dispatch({ kind: 'damage', next: event.next })
            else {
              dispatch({ kind: 'restarted' })
              restart.current()
            }
          }
        }
      },
    })
    return () => {
      controller.abort()
      batcher.flush()
    }
  }, [backend, session, isAtEnd, dispatch])
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

async function ask(
  dispatch: Dispatch<SessionAction>,
  signal: AbortSignal,
  question: () => Promise<SessionAction>,
): Promise<void> {
  try {
    const action = await question()
    if (!signal.aborted) dispatch(action)
  } catch (error) {
    if (!signal.aborted) dispatch({ kind: 'failed', failure: readFailure(error) })
  }
}
