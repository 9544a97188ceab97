/** What could not be looked into, and why. Everything else is still found. */
export type DiscoveryProblem = {
  readonly kind: 'problem'
  readonly path: string
  /** The system's code, such as `EACCES`. */
  readonly code: string
  /** The same in words that follow the path. */
  readonly reason: string
}

/** An error of the file system as something to tell; what is none is a bug, and thrown. */
export function toDiscoveryProblem(error: unknown, path: string): DiscoveryProblem {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error
  const reason = REASONS.get(error.code) ?? `cannot be read (${error.code})`
  return { kind: 'problem', path, code: error.code, reason }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'may not be read by you'],
  ['EPERM', 'may not be read by you'],
  ['ENOENT', 'is gone, or a link to nowhere'],
  ['ENOTDIR', 'is no folder'],
  ['EISDIR', 'is a folder and no file'],
  ['ELOOP', 'is a link that leads back to itself'],
])
