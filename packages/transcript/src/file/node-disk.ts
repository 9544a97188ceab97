import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  fsync,
  mkdirSync,
  openSync,
  readSync,
  type Stats,
  statSync,
  writevSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Disk, DiskFile, FileIdentity } from './disk.ts'

/** The real disk. Writing is synchronous, since it costs microseconds; only syncing waits for the medium. */
export const nodeDisk: Disk = {
  openForAppend(path) {
    const folder = dirname(path)
    const firstNew = mkdirSync(folder, { recursive: true, mode: 0o700 })
    const descriptor = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600)
    return { file: toDiskFile(descriptor), foldersToSync: listFolders(folder, firstNew) }
  },
  async syncFolder(path) {
    // Windows has no handle of a folder that could be synced; NTFS keeps its names in a journal.
    if (process.platform === 'win32') return
    const descriptor = openSync(path, constants.O_RDONLY)
    try {
      await sync(fsync, descriptor)
    } finally {
      closeSync(descriptor)
    }
  },
  identify(path) {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats ? toIdentity(stats) : null
  },
}

/** From the file's folder up to the one that was there before. */
function listFolders(folder: string, firstNew: string | undefined): readonly string[] {
  const folders = [folder]
  if (firstNew === undefined) return folders
  for (let here = folder; here.length >= firstNew.length && here !== dirname(here); here = dirname(here))
    folders.push(dirname(here))
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
