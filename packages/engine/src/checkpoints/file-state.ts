import { constants, type Stats } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { formatSize } from '@antiphon/core/ui'
import { describeFileError, errorCode } from '../files/describe-file-error.ts'
import { readFully } from '../files/open-regular-file.ts'

/** What stands at a path right now. */
export type FileState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly mode: number; readonly stats: Stats }
  /** A file whose content cannot be kept: too large, or not to be read. */
  | { readonly kind: 'unread'; readonly reason: string; readonly stats: Stats | null }
  /** A link, a folder, a device: nothing that a tool of ours has written. */
  | { readonly kind: 'foreign' }

/** Larger files are not kept: a copy at each prompt would fill the disk. */
export const MAXIMUM_BACKUP_BYTES: number = 10 * 1024 * 1024

/** Looks at a path without following a link, and without ever waiting for a pipe. */
export async function readFileState(path: string, maximumBytes: number): Promise<FileState> {
  let stats: Stats | null = null
  try {
    stats = await lstat(path)
    // A pipe or a device is not even opened.
    if (!stats.isFile()) return { kind: 'foreign' }
    return await readRegularFile(path, maximumBytes)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' }
    return { kind: 'unread', reason: describeFileError(error, path), stats }
  }
}

/** Tells two states of a file apart without reading it. */
export async function readFingerprint(path: string): Promise<string> {
  const stats = await lstat(path).catch(() => null)
  return stats === null ? 'absent' : `${stats.mtimeMs}:${stats.size}:${stats.ino}`
}

/** A folder without symbolic links in it, also where it does not exist yet. */
export async function resolveFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    const parent = dirname(folder)
    if (errorCode(error) !== 'ENOENT' || parent === folder) return folder
    return join(await resolveFolder(parent), basename(folder))
  }
}

async function readRegularFile(path: string, maximumBytes: number): Promise<FileState> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const handle = await open(path, flags)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) return { kind: 'foreign' }
    if (stats.size > maximumBytes)
      return { kind: 'unread', reason: tooLarge(path, stats, maximumBytes), stats }
    const bytes = await readFully(handle, Buffer.allocUnsafe(stats.size), 0)
    return { kind: 'file', bytes, mode: stats.mode & 0o777, stats }
  } finally {
    await handle.close()
  }
}

function tooLarge(path: string, { size }: Stats, maximumBytes: number): string {
  return `${path} has ${formatSize(size)}; files of more than ${formatSize(maximumBytes)} are not kept.`
}
