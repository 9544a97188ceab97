/**
 * What can go wrong between a transcript and its medium; the caller decides by it. `no-space` and `io`: try again later.
 * `away`: a server that cannot be reached now; what became of the last word to it is not known. `read-only`: ask the owner. `moved`: the file was deleted or replaced under its writer. `in-use`: another writer has it.
 * `conflict`: a recorder lost its log to another writer; fork the session, or open it again and go on from its end.
 */
export type TranscriptErrorCode =
  | 'no-space'
  | 'io'
  | 'away'
  | 'read-only'
  | 'moved'
  | 'in-use'
  | 'conflict'
  | 'closed'
  | 'not-found'
  | 'exists'
  | 'bad-key'

/** The one error of this package. Expected outcomes, such as a lost race, are values and no errors. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError'
  readonly code: TranscriptErrorCode

  constructor(code: TranscriptErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** An error of the file system as one of ours, with what to do about it. */
export function toTranscriptError(error: unknown, path: string): TranscriptError {
  if (error instanceof TranscriptError) return error
  const fail = (code: TranscriptErrorCode, text: string): TranscriptError =>
    new TranscriptError(code, text, { cause: error })
  if (hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG'))
    return fail(
      'no-space',
      `No space left for ${path}. Free some and try again; nothing acknowledged is lost.`,
    )
  if (hasCode(error, 'EROFS', 'EACCES', 'EPERM'))
    return fail('read-only', `${path} may not be written. Check its owner and permissions.`)
  const folder = findUnmadeFolder(error)
  if (folder !== null)
    return fail(
      'not-found',
      `${path} cannot be made: there can be no folder ${folder} (${readCode(error)}). Check the path, or make that folder.`,
    )
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return fail('not-found', `${path} does not exist. Check the path.`)
  const reason = error instanceof Error ? error.message : String(error)
  return fail('io', `${path} cannot be read or written (${reason}).`)
}

/** The folder that the system would not make. */
function findUnmadeFolder(error: unknown): string | null {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'mkdir')) return null
  return 'path' in error && typeof error.path === 'string' ? error.path : null
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/** True for an error of the system with one of the codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
