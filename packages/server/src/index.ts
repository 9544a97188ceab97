export { isLoopback } from './guard/host-names.ts'
export { encodeLogId } from './logs/log-id.ts'
export { toLogName } from './logs/to-log-name.ts'
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts'
