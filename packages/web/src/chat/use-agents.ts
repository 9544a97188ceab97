import type { AgentChoice, AgentId } from '@antiphon/server/protocol'
import { useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'
import { useAnswer } from '../page/use-answer.ts'

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

/** Which agent somebody talks to: the one that they chose last, where it is still there, else the first. */
export function useAgents(isAsked = true): ChosenAgent {
  const { data: agents = [], error, isFetching, refetch } = useAnswer('chat/agents', {}, { enabled: isAsked })
  const [chosen, setChosen] = useState(() => readChoice(NAME))
  return {
    agents,
    agent: agents.find(({ id }) => id === chosen) ?? agents[0],
    choose(agent) {
      keepChoice(NAME, agent)
      setChosen(agent)
    },
    error: isFetching ? null : error,
    askAgain: () => void refetch(),
  }
}

const NAME = 'agent'
