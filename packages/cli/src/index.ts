export { CliError, type CliErrorCode, EXIT_CODES, type ExitCode, exitCodeOf } from './cli-error.ts'
export type { Io, Output } from './io.ts'
export { run } from './run.ts'
