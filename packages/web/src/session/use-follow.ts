import type { PlacedEntry } from '@antiphon/server/protocol'
import { useEffect, useRef } from 'react'
import { createBatcher } from '../browser/create-batcher.ts'
import { runUntilAborted } from '../browser/run-until-aborted.ts'
import { useIsVisible } from '../browser/use-is-visible.ts'
import type { Failure } from '../client/failure.ts'
import type { PlaceKeeper } from '../story/reader-place.ts'
import { reachesEnd } from './session-state.ts'
import type { SessionParts } from './use-session.ts'

export type FollowingOptions = SessionParts & {
  readonly reader: PlaceKeeper
  /** The log is another one now, or went on too far to catch up with: it must be opened anew. */
  readonly onReopen: () => void
}

/** Puts what is written behind what is loaded, while its end is loaded and the page is seen. */
export function useFollow(options: FollowingOptions): void {
  const { client, session, state, dispatch, reader } = options
  const isVisible = useIsVisible()
  const isFollowing = reachesEnd(state) && isVisible && !state.isGone
  const latest = useRef(options)
  const wasAway = useRef(false)
  useEffect(() => {
    latest.current = options
    wasAway.current ||= !isVisible
  })
  useEffect(() => {
    if (!isFollowing) return
    const controller = new AbortController()
    const { signal } = controller
    const batcher = createBatcher<PlacedEntry>(
      placed => dispatch({ kind: 'appended', placed, isAtEnd: reader.get().isAtEnd }),
      BATCH_MS,
    )
    const onFailure = (failure: Failure): void => {
      batcher.flush()
      if (failure === 'missing') dispatch({ kind: 'failed', failure })
    }
    void runUntilAborted({ signal, onFailure, run })
    return () => {
      controller.abort()
      batcher.flush()
    }

    async function wentFar(from: number): Promise<boolean> {
      if (!wasAway.current || !reader.get().isAtEnd) return false
      const { end } = await client.get('page', { session, after: from }, signal)
      wasAway.current = false
      return end - from > FARTHEST
    }

    async function run(): Promise<void> {
      const from = latest.current.state.to
      if (await wentFar(from)) return latest.current.onReopen()
      for await (const event of client.events('follow', { session, from }, signal)) {
        if (signal.aborted) return
        if (event.kind === 'entry') {
          batcher.add(event.placed)
          continue
        }
        batcher.flush()
        if (event.kind === 'damage') dispatch({ kind: 'damage', next: event.next })
        else {
          // What was read stays where there is nothing in its place; asking says so.
          await client.get('page', { session }, signal)
          dispatch({ kind: 'restarted' })
          return latest.current.onReopen()
        }
      }
    }
  }, [client, session, isFollowing, dispatch, reader])
}

// Twenty redraws a second are as many as anybody can read.
const BATCH_MS = 50
// Whoever was away for so many bytes begins at the end again.
const FARTHEST = 2_000_000
