import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** The bytes of a file; `missing` where there is none, `unclear` where there is one that ends too late, never, or not for us. */
export function readSmallFile(path: string, maximumBytes: number): Buffer | 'missing' | 'unclear' {
  try {
    // Some devices do something as soon as they are opened.
    if (!statSync(path).isFile()) return 'unclear'
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      return readAll(file, maximumBytes)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return isMissing(error) ? 'missing' : 'unclear'
  }
}

/** Whether an error says that there is nothing at a path. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function readAll(file: number, maximumBytes: number): Buffer | 'unclear' {
  const stats = fstatSync(file)
  if (!stats.isFile() || stats.size > maximumBytes) return 'unclear'
  // One more than it says that it has: it may have grown.
  const buffer = Buffer.allocUnsafe(stats.size + 1)
  let length = 0
  while (length < buffer.length) {
    const read = readSync(file, buffer, length, buffer.length - length, length)
    if (read === 0) return buffer.subarray(0, length)
    length += read
  }
  return 'unclear'
}
