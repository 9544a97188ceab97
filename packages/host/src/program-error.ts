/** Why a command could not do its work; each has one exit code. */
export type ProgramErrorCode = 'wrong-use' | 'unreadable' | 'unwritable' | 'interrupted'

/** An end that a person is told about in one or two lines: what happened, where, and what to do. */
export class ProgramError extends Error {
  readonly code: ProgramErrorCode

  constructor(code: ProgramErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = 'ProgramError'
    this.code = code
  }
}

/** The process's exit codes, as `--help` documents them. */
export const EXIT_CODES = {
  ok: 0,
  problemFound: 1,
  wrongUse: 2,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES]

/** The exit code with which an error ends the process. */
export function exitCodeOf(error: ProgramError): ExitCode {
  return error.code === 'interrupted' ? EXIT_CODES.interrupted : EXIT_CODES.wrongUse
}
