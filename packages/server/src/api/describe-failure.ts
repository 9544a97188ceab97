/** Why something could not be answered, in words for a person. Names no file: who is not logged in may read it, too. */
export function describeFailure(error: unknown, otherwise = 'The server could not answer.'): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return REASONS.get(code) ?? otherwise
}

const DENIED =
  'A file that is needed for this may not be read. It belongs to somebody else, or its rights were changed.'
const GONE = 'A file that is needed for this is gone, or is no longer what it was. Load the list again.'
const FULL = 'The disk is full. Make room, then try again.'

const TOO_MUCH =
  'That session needs more memory than the page may take. The command line takes any: `antiphon doctor`, `antiphon api`, `antiphon usage --context`.'

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', DENIED],
  ['EPERM', DENIED],
  ['ENOENT', GONE],
  ['ENOTDIR', GONE],
  ['EISDIR', GONE],
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['ENOMEM', TOO_MUCH],
  ['EBUSY', 'Too much is asked for at once. Wait a moment, then try again.'],
  ['EMFILE', 'Too many files are open. Close some pages, then try again.'],
])
