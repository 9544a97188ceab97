export { mayBypassPermissions } from '../agent/agent-flags.ts'
export { type AcpAgentOptions, openAcpAgent } from './drive/open-acp-agent.ts'
export { type AcpAgentWish, type ServeAcpOptions, serveAcp } from './serve/serve-acp.ts'
