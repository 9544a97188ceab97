import type { RunningAgent } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useClient } from '../page/page-context.ts'
import { type AgentNews, hearAgent, NO_NEWS } from './read-agent.ts'

/** What an agent does, asked for while somebody looks; no connection is held, since a browser has few. */
export function useAgentNews({ chat, state }: RunningAgent): AgentNews {
  const client = useClient()
  const known = useRef(NO_NEWS)
  const { data } = useQuery({
    queryKey: ['agent-news', chat, state],
    refetchInterval: EVERY_MS,
    async queryFn({ signal }) {
      for await (const event of client.events(
        'chat/events',
        { chat, from: known.current.next, once: 1 },
        signal,
      ))
        known.current = hearAgent(known.current, [event], Date.now())
      return known.current
    },
  })
  return data ?? known.current
}

const EVERY_MS = 1500
