import type { FoundHit, HitOrder } from '@antiphon/server/protocol'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../page/page-context.ts'
import { keepSearchMemory, readSearchMemory } from './search-memory.ts'
import { toSearchKey } from './use-fold.ts'

/** The hits of sessions behind their best, as they were asked for. */
export type MoreHits = {
  readonly more: ReadonlyMap<string, readonly FoundHit[]>
  /** The sessions whose hits are on their way. */
  readonly loading: ReadonlySet<string>
  /** Loads the next hits of a session. */
  readonly load: (session: string) => void
}

/** Loads the rest of a session's hits when somebody wants them; all is forgotten with the words. */
export function useMoreHits(words: string, order: HitOrder): MoreHits {
  const client = useClient()
  const key = toSearchKey(words, order)
  const [more, setMore] = useState(() => readSearchMemory(key).more)
  const [loading, setLoading] = useState<ReadonlySet<string>>(NONE)
  const stopRef = useRef(new AbortController())

  useEffect(() => {
    setMore(readSearchMemory(key).more)
    setLoading(NONE)
    const stop = new AbortController()
    stopRef.current = stop
    return () => stop.abort()
  }, [key])

  async function load(session: string): Promise<void> {
    const { signal } = stopRef.current
    setLoading(before => new Set([...before, session]))
    const hits: FoundHit[] = []
    try {
      // Those that stand there already may be others than the first: only what was loaded is passed over.
      const skip = more.get(session)?.length ?? 0
      const question = { q: words, order, session, skip, limit: PAGE }
      for await (const hit of client.lines('search/session', question, signal)) hits.push(hit)
    } catch {
      // The button stays, and can be pressed again.
    }
    if (signal.aborted) return
    setLoading(before => new Set([...before].filter(one => one !== session)))
    setMore(before => {
      const after = new Map([...before, [session, [...(before.get(session) ?? []), ...hits]]])
      keepSearchMemory(key, { more: after })
      return after
    })
  }

  return { more, loading, load: session => void load(session) }
}

const NONE: ReadonlySet<string> = new Set()
const PAGE = 200
