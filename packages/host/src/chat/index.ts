export { type OwnAgentOptions, openOwnAgent } from './own-agent.ts'
export {
  CLAUDE_PROBLEMS,
  type ClaudePlan,
  type ClaudeProblem,
  type PlanClaudeOptions,
  planClaudeAgent,
} from './plan-claude-agent.ts'
export { openProgramAgent, type ProgramAgentOptions } from './program-agent.ts'
