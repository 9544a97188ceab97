export { type AcpAgentWish, type ServeAcpOptions, serveAcp } from './serve/serve-acp.ts'
