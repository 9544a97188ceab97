import type { Client, SessionCost } from '@antiphon/server/protocol'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../page/page-context.ts'
import type { SessionsState } from './sessions-state.ts'

export type SessionCosts = ReadonlyMap<string, SessionCost>

/** What sessions cost, asked for once the list is whole; anew now and then, where something changed and is seen. */
export function useCosts({ phase, rows }: Pick<SessionsState, 'phase' | 'rows'>): SessionCosts {
  const client = useClient()
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
      readCosts(client, controller.signal).then(setCosts, () => undefined)
    }
    count()
    const timer = setInterval(count, EVERY_MS)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [client, isReady])
  return costs
}

const NO_COSTS: SessionCosts = new Map()
const EVERY_MS = 60_000

async function readCosts(client: Client, signal: AbortSignal): Promise<SessionCosts> {
  const costs = new Map<string, SessionCost>()
  for await (const cost of client.readCosts(signal)) costs.set(cost.id, cost)
  return costs
}
