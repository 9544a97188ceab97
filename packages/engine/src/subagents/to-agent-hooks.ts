import type { AgentIdentity, EngineHooks } from '../hooks/engine-hooks.ts'

/** The hooks of a session as a subagent meets them: it stops as an agent and not as the session. */
export function toAgentHooks(hooks: EngineHooks, agent: AgentIdentity): EngineHooks {
  const { onStop: _, onAgentStop, ...rest } = hooks
  return { ...rest, ...(onAgentStop && { onStop: signal => onAgentStop(agent, signal) }) }
}
