import { useEffect, useRef, useState } from 'react'
import { useBackend } from '../app/page-context.ts'
import type { Backend, SessionCost } from '../backend/backend.ts'
import type { SessionsState } from './sessions-state.ts'

export type SessionCosts = ReadonlyMap<string, SessionCost>

/** What sessions cost, asked for once the list is whole; anew now and then, where something changed and is seen. */
export function useCosts({ phase, rows }: Pick<SessionsState, 'phase' | 'rows'>): SessionCosts {
  const backend = useBackend()
  const [costs, setCosts] = useState<SessionCosts>(NO_COSTS)
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  })
  const isReady = phase === 'ready'
  useEffect(() => {
    if (!isReady) return
    const controller = new AbortController()
    let counted: SessionsState['rows'] | null = null
    const count = (): void => {
      if (counted === latest.current || document.hidden) return
      counted = latest.current
      // A list without costs is still a list.
      readCosts(backend, controller.signal).then(setCosts, () => undefined)
    }
    count()
    const timer = setInterval(count, EVERY_MS)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [backend, isReady])
  return costs
}

const NO_COSTS: SessionCosts = new Map()
const EVERY_MS = 60_000

async function readCosts(backend: Backend, signal: AbortSignal): Promise<SessionCosts> {
  const costs = new Map<string, SessionCost>()
  for await (const cost of backend.readCosts(signal)) costs.set(cost.id, cost)
  return costs
}
