import { posix } from 'node:path'
import type { Disk, DiskFile, FileIdentity } from '../file/disk.ts'
import { type CutDensity, listCrashContents } from './crash-contents.ts'
import { appendToFakeFile, copyFakeFile, createFakeFile, type FakeFile, startFakeSync } from './fake-file.ts'

/** The files of a disk that nobody writes: what a crash left, or what a test begins with. */
export type DiskImage = {
  readonly folders: ReadonlySet<string>
  readonly files: ReadonlyMap<string, Uint8Array>
}

export const EMPTY_IMAGE: DiskImage = { folders: new Set(['/']), files: new Map() }

/** A call of the disk's interface, in the order in which they were made. */
export type DiskOperation = {
  readonly index: number
  readonly name: DiskOperationName
  readonly path: string
}

export type DiskOperationName =
  | 'open'
  | 'sync-folder'
  | 'identify-path'
  | 'append'
  | 'sync-data'
  | 'identify-file'
  | 'size'
  | 'last-byte'
  | 'close'

/** What goes wrong in a call: an error of the system, or of the bytes given only `short` are written. */
export type DiskFault = { readonly code: string } | { readonly short: number }

export type FakeDiskOptions = {
  readonly image?: DiskImage
  /** Asked before each call. */
  readonly fault?: (operation: DiskOperation) => DiskFault | undefined
  /** Told before each call, while the disk is as the last one left it. */
  readonly onOperation?: (operation: DiskOperation) => void
  /** How many turns of the event loop a sync takes. */
  readonly syncTurns?: number
}

/** A disk in memory that can say what a crash at this moment would leave. */
export interface FakeDisk extends Disk {
  readonly operations: readonly DiskOperation[]
  /** Bytes that all files together may have; what does not fit is not written. */
  capacity: number
  /** The disk as it is, for `listCrashImages` and `toKillImage`. */
  snapshot(): DiskState
  /** What stands at a path, as the kernel shows it. */
  bytes(path: string): Uint8Array | undefined
  /** What another process does. */
  appendForeign(path: string, bytes: Uint8Array): void
  replace(path: string, bytes: Uint8Array): void
  remove(path: string): void
}

export type DiskState = {
  readonly folders: ReadonlySet<string>
  readonly files: ReadonlyMap<string, FakeFile>
  /** Names that no sync of their folder has made durable. */
  readonly unsureNames: ReadonlySet<string>
}

/** After the death of the process alone: the kernel keeps all that it was given. */
export function toKillImage({ folders, files }: DiskState): DiskImage {
  return { folders, files: new Map([...files].map(([path, file]) => [path, file.shown])) }
}

/** Every image that a power cut may leave, by the model of `FakeFile`: contents for one file at a time, and lost names. */
export function* listCrashImages(state: DiskState, density: CutDensity = 'every-byte'): Generator<DiskImage> {
  const kept = toKillImage(state)
  for (const [path, file] of state.files)
    for (const bytes of listCrashContents(file, density))
      yield { folders: kept.folders, files: new Map(kept.files).set(path, bytes) }
  for (const name of state.unsureNames) yield withoutName(kept, name)
}

function withoutName({ folders, files }: DiskImage, name: string): DiskImage {
  const isLeft = (path: string): boolean => path !== name && !path.startsWith(`${name}/`)
  return {
    folders: new Set([...folders].filter(isLeft)),
    files: new Map([...files].filter(([path]) => isLeft(path))),
  }
}

const DEVICE = 1

/** Creates a disk in memory. Its paths are those of POSIX. */
export function createFakeDisk(options: FakeDiskOptions = {}): FakeDisk {
  const { image = EMPTY_IMAGE, syncTurns = 1 } = options
  let inodes = 0
  const folders = new Set(image.folders)
  const files = new Map([...image.files].map(([path, bytes]) => [path, createFakeFile(++inodes, bytes)]))
  const unsureNames = new Set<string>()
  const operations: DiskOperation[] = []

  const disk: FakeDisk = {
    operations,
    capacity: Number.POSITIVE_INFINITY,
    openForAppend(path) {
      throwIf(begin('open', path), path)
      const folder = posix.dirname(path)
      createFolders(folder)
      const file = files.get(path) ?? createFile(path)
      return {
        file: toDiskFile(path, file),
        foldersToSync: file.shown.length === 0 ? listFolders(folder) : [folder],
      }
    },
    async syncFolder(path) {
      const fault = begin('sync-folder', path)
      const names = [...unsureNames].filter(name => posix.dirname(name) === path)
      await wait(syncTurns)
      throwIf(fault, path)
      for (const name of names) unsureNames.delete(name)
    },
    identify(path) {
      throwIf(begin('identify-path', path), path)
      const file = files.get(path)
      return file ? toIdentity(file) : null
    },
    snapshot: () => ({
      folders: new Set(folders),
      files: new Map([...files].map(([path, file]) => [path, copyFakeFile(file)])),
      unsureNames: new Set(unsureNames),
    }),
    bytes: path => files.get(path)?.shown,
    appendForeign: (path, bytes) => appendToFakeFile(files.get(path) ?? createFile(path), bytes),
    replace: (path, bytes) => void files.set(path, createFakeFile(++inodes, bytes)),
    remove: path => void files.delete(path),
  }
  return disk

  function begin(name: DiskOperationName, path: string): DiskFault | undefined {
    const operation = { index: operations.length, name, path }
    options.onOperation?.(operation)
    operations.push(operation)
    return options.fault?.(operation)
  }

  function createFolders(path: string): void {
    if (folders.has(path)) return
    createFolders(posix.dirname(path))
    folders.add(path)
    unsureNames.add(path)
  }

  function createFile(path: string): FakeFile {
    const file = createFakeFile(++inodes)
    files.set(path, file)
    unsureNames.add(path)
    return file
  }

  function toDiskFile(path: string, file: FakeFile): DiskFile {
    let isClosed = false
    const call = (name: DiskOperationName): DiskFault | undefined => {
      const fault = begin(name, path)
      if (isClosed) throw toSystemError('EBADF', path)
      return fault
    }
    return {
      append(buffers) {
        const fault = call('append')
        throwIf(fault, path)
        const bytes = Buffer.concat(buffers)
        const room = Math.min(bytes.length, shortOf(fault), Math.max(0, disk.capacity - usedBytes()))
        if (room === 0 && bytes.length > 0) throw toSystemError('ENOSPC', path)
        appendToFakeFile(file, bytes.subarray(0, room))
        return room
      },
      async syncData() {
        const fault = call('sync-data')
        const sync = startFakeSync(file)
        await wait(syncTurns)
        throwIf(fault, path)
        sync.succeed()
      },
      identify() {
        throwIf(call('identify-file'), path)
        return toIdentity(file)
      },
      size() {
        throwIf(call('size'), path)
        return file.shown.length
      },
      lastByte() {
        throwIf(call('last-byte'), path)
        return file.shown.at(-1) ?? null
      },
      close() {
        const fault = call('close')
        isClosed = true
        throwIf(fault, path)
      },
    }
  }

  function usedBytes(): number {
    return [...files.values()].reduce((sum, file) => sum + file.shown.length, 0)
  }
}

function listFolders(folder: string): readonly string[] {
  const above = posix.dirname(folder)
  return above === folder ? [folder] : [folder, ...listFolders(above)]
}

function toIdentity(file: FakeFile): FileIdentity {
  return { device: DEVICE, inode: file.inode, size: file.shown.length }
}

function throwIf(fault: DiskFault | undefined, path: string): void {
  if (fault && 'code' in fault) throw toSystemError(fault.code, path)
}

function shortOf(fault: DiskFault | undefined): number {
  return fault && 'short' in fault ? fault.short : Number.POSITIVE_INFINITY
}

function toSystemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: fault of the fake disk, '${path}'`), { code })
}

async function wait(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>(resolve => setImmediate(resolve))
}
