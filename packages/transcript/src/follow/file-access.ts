import { fstatSync, readSync, type Stats, statSync } from 'node:fs'
import { type FileHandle, stat } from 'node:fs/promises'
import { hasCode } from '../transcript-error.ts'

/** How the system is asked about a file that is followed. */
export type FileAccess = {
  readonly stateOf: (file: FileHandle) => Stats | Promise<Stats>
  /** Gives the number of bytes read. */
  readonly read: (file: FileHandle, bytes: Uint8Array, position: number) => number | Promise<number>
  /** What stands at a path; null where nothing does. */
  readonly find: (path: string) => Stats | null | Promise<Stats | null>
}

/** By other threads, so that nobody waits for a slow disk or a network. */
export const backgroundAccess: FileAccess = {
  stateOf: file => file.stat(),
  read: async (file, bytes, position) => (await file.read(bytes, 0, bytes.length, position)).bytesRead,
  find: path =>
    stat(path).catch(error => {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
      throw error
    }),
}

/**
 * At once, for what the system just told of: this machine wrote it a moment ago, so it is in memory. Where all
 * processors are busy, waiting for a thread takes a hundred times as long as the read.
 */
export const directAccess: FileAccess = {
  stateOf: file => fstatSync(file.fd),
  read: (file, bytes, position) => readSync(file.fd, bytes, 0, bytes.length, position),
  find: path => statSync(path, { throwIfNoEntry: false }) ?? null,
}
