import type { SessionChange, SessionRow } from '@antiphon/server/protocol'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useCallback, useEffect, useReducer, useState } from 'react'
import { createBatcher } from '../browser/create-batcher.ts'
import { runUntilAborted } from '../browser/run-until-aborted.ts'
import { useIsVisible } from '../browser/use-is-visible.ts'
import type { Client } from '../client/client.ts'
import { useClient } from '../page/page-context.ts'
import { SETTINGS_KEY } from '../page/page-settings.ts'
import { NO_SESSIONS, reduceSessions, type SessionsAction, type SessionsState } from './sessions-state.ts'

/** The sessions, listed once and followed from then on; listed anew after a lost connection and when the page is seen again. */
export function useSessions(): { readonly state: SessionsState; readonly reload: () => void } {
  const client = useClient()
  const [state, dispatch] = useReducer(reduceSessions, NO_SESSIONS)
  const [attempt, setAttempt] = useState(0)
  const queries = useQueryClient()
  const isVisible = useIsVisible()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to list anew
  useEffect(() => {
    if (!isVisible) return
    const controller = new AbortController()
    void runUntilAborted({
      run: () => listAndFollow({ client, dispatch, queries }, controller.signal),
      onFailure: failure => dispatch({ kind: 'failed', failure }),
      signal: controller.signal,
    })
    return () => controller.abort()
  }, [client, attempt, isVisible, queries])
  const hasAgents = state.agents.size > 0
  useEffect(() => {
    // What was asked out of sight is older than what the open line tells.
    if (isVisible) void queries.cancelQueries({ queryKey: ['running-agents'] })
  }, [queries, isVisible])
  // Who waits for a person must be told to one who looks elsewhere: a window out of sight asks, and holds no connection.
  useQuery({
    queryKey: ['running-agents'],
    enabled: !isVisible && hasAgents,
    refetchInterval: AGENTS_MS,
    refetchIntervalInBackground: true,
    // Where nobody answers, the page says so when it is seen again.
    async queryFn({ signal }) {
      const agents = await client.get('chat/running', {}, signal)
      dispatch({ kind: 'changes', changes: [{ kind: 'agents', agents }] })
      return agents
    },
  })
  const reload = useCallback(() => setAttempt(count => count + 1), [])
  return { state, reload }
}

const BATCH_MS = 60
const AGENTS_MS = 4000

type Following = {
  readonly client: Client
  readonly dispatch: Dispatch<SessionsAction>
  readonly queries: QueryClient
}

async function listAndFollow({ client, dispatch, queries }: Following, signal: AbortSignal): Promise<void> {
  // Followed before it is listed, so that nothing falls between the two.
  const changes = client.events('changes', {}, signal)[Symbol.asyncIterator]()
  const firstChange = changes.next()
  // Which agents run is told first of all, and need not wait for the list.
  firstChange.then(
    ({ value }) => value?.kind === 'agents' && dispatch({ kind: 'changes', changes: [value] }),
    () => undefined,
  )
  await list(client, dispatch, signal)
  // They may have changed while nobody followed.
  void queries.invalidateQueries({ queryKey: SETTINGS_KEY })
  const batcher = createBatcher<SessionChange>(
    batch => dispatch({ kind: 'changes', changes: batch }),
    BATCH_MS,
  )
  for (let next = await firstChange; !next.done; next = await changes.next()) {
    if (next.value.kind === 'settings') queries.setQueryData(SETTINGS_KEY, next.value.report)
    batcher.add(next.value)
  }
  batcher.flush()
}

async function list(client: Client, dispatch: Dispatch<SessionsAction>, signal: AbortSignal): Promise<void> {
  const ids = new Set<string>()
  const batcher = createBatcher<SessionRow>(rows => dispatch({ kind: 'listed', rows }), BATCH_MS)
  for await (const row of client.lines('sessions', {}, signal)) {
    ids.add(row.id)
    batcher.add(row)
  }
  batcher.flush()
  if (!signal.aborted) dispatch({ kind: 'complete', ids })
}
