export { type OwnAgentOptions, openOwnAgent } from './own-agent.ts'
export { openProgramAgent, type ProgramAgentOptions } from './program-agent.ts'
