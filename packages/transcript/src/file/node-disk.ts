import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  fsync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
  writevSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from '../transcript-error.ts'
import type { Disk, DiskFile, FileIdentity } from './disk.ts'

/** The real disk. Writing is synchronous, since it costs microseconds; only syncing waits for the medium. */
export const nodeDisk: Disk = {
  openForAppend(path) {
    const folder = dirname(path)
    makeFolder(folder)
    const file = toDiskFile(openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600))
    return { file, foldersToSync: file.size() === 0 ? listFolders(folder) : [folder] }
  },
  async syncFolder(path) {
    // Windows has no handle of a folder that could be synced; NTFS keeps its names in a journal.
    if (process.platform === 'win32') return
    const descriptor = openSync(path, constants.O_RDONLY)
    try {
      await sync(fsync, descriptor)
    } catch (error) {
      // A file system that cannot sync a folder has no better promise to give.
      if (!hasCode(error, 'EINVAL')) throw error
    } finally {
      closeSync(descriptor)
    }
  },
  identify(path) {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats ? toIdentity(stats) : null
  },
}

/**
 * The folder and those above it on the same file system. Any of them may be new: one that another process created
 * has a durable name only if that process lived long enough to sync it.
 */
function listFolders(folder: string): readonly string[] {
  const folders: string[] = []
  const { dev } = statSync(folder)
  for (let here = realpathSync.native(folder); statSync(here).dev === dev; here = dirname(here)) {
    folders.push(here)
    if (here === dirname(here)) break
  }
  return folders
}

function toDiskFile(descriptor: number): DiskFile {
  return {
    append: buffers => writevSync(descriptor, buffers),
    syncData: () => sync(fdatasync, descriptor),
    identify: () => toIdentity(fstatSync(descriptor)),
    size: () => fstatSync(descriptor).size,
    lastByte: () => {
      const { size } = fstatSync(descriptor)
      const byte = new Uint8Array(1)
      return size > 0 && readSync(descriptor, byte, 0, 1, size - 1) === 1 ? (byte[0] ?? null) : null
    },
    close: () => closeSync(descriptor),
  }
}

function sync(call: typeof fdatasync, descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => call(descriptor, error => (error ? reject(error) : resolve())))
}

function toIdentity(stats: Stats): FileIdentity {
  return { device: stats.dev, inode: stats.ino, size: stats.size }
}

/** Makes a folder and those above it. Not by Node's own recursion: it calls a disk that may only be read a folder that does not exist, and never ends where nobody may make anything (`/proc`). */
export function makeFolder(folder: string): void {
  try {
    makeOneFolder(folder)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || existsSync(dirname(folder))) throw error
    makeFolder(dirname(folder))
    makeOneFolder(folder)
  }
}

function makeOneFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
