/** True for what a file system says of a file that is gone or may not be read: it costs that file and nothing else. */
export function isVanished(error: unknown): boolean {
  return error instanceof Error && 'code' in error && VANISHED.has(error.code)
}

const VANISHED: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'EACCES',
  'EPERM',
  'EISDIR',
  'ENOTDIR',
  'EIO',
  'ESTALE',
  'ELOOP',
  'ENXIO',
])
