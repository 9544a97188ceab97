/**
 * What can go wrong between a transcript and its medium; the caller decides by it. `no-space` and `io`: try again later.
 * `read-only`: ask the owner. `moved`: the file was deleted or replaced under its writer. `in-use`: another writer has it.
 * `conflict`: a recorder lost its log to another writer; fork the session, or open it again and go on from its end.
 */
export type TranscriptErrorCode =
  | 'no-space'
  | 'io'
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
  const { code, text } = explain(error, path)
  return new TranscriptError(code, text, { cause: error })
}

function explain(
  error: unknown,
  path: string,
): { readonly code: TranscriptErrorCode; readonly text: string } {
  switch (readCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return {
        code: 'no-space',
        text: `No space left for ${path}. Free some and try again; nothing acknowledged is lost.`,
      }
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return { code: 'read-only', text: `${path} may not be written. Check its owner and permissions.` }
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'not-found', text: `${path} does not exist. Check the path.` }
    default:
      return {
        code: 'io',
        text: `${path} cannot be read or written (${error instanceof Error ? error.message : String(error)}).`,
      }
  }
}

function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
