import type { Page, PlacedEntry } from '@antiphon/server/protocol'
import { useEffect, useEffectEvent } from 'react'
import { useIsVisible } from '../browser/use-is-visible.ts'
import type { SessionParts } from './use-session.ts'

export type ReturnOptions = SessionParts & {
  /** Another log stands in its place: it must be opened anew. */
  readonly onReopen: () => void
}

/** Looks again and again for a log that is gone, and goes on with it where it is what it was. */
export function useReturn(options: ReturnOptions): void {
  const { client, session, state, dispatch, onReopen } = options
  const isVisible = useIsVisible()
  const isWaiting = isVisible && (state.isGone || (state.phase === 'failed' && state.failure === 'missing'))
  const look = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const last = state.entries.at(-1)
    const page = await client.get('page', { session, ...(last && { after: last.seq }) }, signal)
    if (signal.aborted) return
    if (last && isSame(page, last)) return dispatch({ kind: 'returned' })
    if (last) dispatch({ kind: 'restarted' })
    onReopen()
  })
  useEffect(() => {
    if (!isWaiting) return
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout>
    const later = (): void => {
      timer = setTimeout(() => look(signal).catch(() => signal.aborted || later()), AGAIN_MS)
    }
    later()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isWaiting])
}

const AGAIN_MS = 1000

/** Whether the entry that was read last stands where it stood. */
function isSame({ entries: [first] }: Page, last: PlacedEntry): boolean {
  return first?.seq === last.seq && first.next === last.next && uuidOf(first) === uuidOf(last)
}

function uuidOf({ entry }: PlacedEntry): unknown {
  return 'uuid' in entry ? entry.uuid : undefined
}
