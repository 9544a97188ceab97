export type { Io, Output } from '@antiphon/host'
export { EXIT_CODES, type ExitCode, exitCodeOf, ProgramError, type ProgramErrorCode } from '@antiphon/host'
export { run } from './run.ts'
