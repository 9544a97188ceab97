/** What the operating system refused, in words that tell a model what to do next. */
export function describeFileError(error: unknown, path: string): string {
  const code = errorCode(error)
  const words = code === undefined ? undefined : REASONS[code]
  if (words !== undefined) return `${path}: ${words}`
  return `${path}: ${error instanceof Error ? error.message : String(error)}`
}

/** The `code` of a system error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Ask the person to change the permissions, or work on another file.',
  EPERM: 'the operating system does not permit this. Ask the person, or work on another file.',
  ENOENT: 'no such file or folder.',
  EISDIR: 'this is a folder, not a file.',
  ENOTDIR: 'a part of the path is a file, not a folder. Check the path with Glob.',
  EEXIST: 'something is already there under this name.',
  ELOOP: 'symbolic links lead in a circle. Give the path of the real file.',
  ENAMETOOLONG: 'the path is too long.',
  ENOSPC: 'the disk is full. Free some space first.',
  EDQUOT: 'the quota of the disk is used up. Free some space first.',
  EROFS: 'the file system is read-only. Write somewhere else.',
  EMFILE: 'too many files are open. Try again with fewer calls at a time.',
  EAGAIN: 'it has nothing to read right now. It is not an ordinary file.',
  ETXTBSY: 'the program in this file is running. Stop it first.',
}
