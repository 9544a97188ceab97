import type { SessionCost } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../page/page-context.ts'
import type { SessionsState } from './sessions-state.ts'

export type SessionCosts = ReadonlyMap<string, SessionCost>

/** What sessions cost, asked for once the list is whole; anew now and then, where something changed and is seen. */
export function useCosts({ phase, rows }: Pick<SessionsState, 'phase' | 'rows'>): SessionCosts {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['costs'],
    enabled: phase === 'ready',
    async queryFn({ signal }) {
      const costs = new Map<string, SessionCost>()
      for await (const cost of client.lines('numbers/sessions', {}, signal)) costs.set(cost.id, cost)
      return { costs, counted: rows }
    },
    refetchInterval: ({ state }) => (state.data?.counted === rows ? false : EVERY_MS),
  })
  // A list without costs is still a list.
  return data?.costs ?? NO_COSTS
}

const NO_COSTS: SessionCosts = new Map()
const EVERY_MS = 60_000
