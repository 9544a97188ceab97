import type { AgentChoice, AgentId } from '@antiphon/server/protocol'
import { useState } from 'react'
import { useSettings } from '../page/page-settings.ts'
import { useAnswer } from '../page/use-answer.ts'
import { findDefaultAgent } from '../settings/default-agent.ts'

export type ChosenAgent = {
  /** Those that are there; none until they are known. */
  readonly agents: readonly AgentChoice[]
  /** Undefined until it is known. */
  readonly agent: AgentChoice | undefined
  readonly choose: (agent: AgentId) => void
  /** Why they are not known; null while they are asked for. */
  readonly error: Error | null
  readonly askAgain: () => void
}

/** Which agent somebody talks to: the one that they chose here, else that of the settings, else the first. */
export function useAgents(isAsked = true): ChosenAgent {
  const { data: agents = [], error, isFetching, refetch } = useAnswer('chat/agents', {}, { enabled: isAsked })
  const { settings } = useSettings()
  const [chosen, choose] = useState<AgentId>()
  return {
    agents,
    agent: agents.find(({ id }) => id === chosen) ?? findDefaultAgent(agents, settings),
    choose,
    error: isFetching ? null : error,
    askAgain: () => void refetch(),
  }
}
