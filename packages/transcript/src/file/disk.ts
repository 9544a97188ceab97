/**
 * The few calls of the operating system that durability depends on. Everything that writes a transcript
 * goes through them, so that a fake disk can stop at every one of them.
 */
export interface Disk {
  /** Opens for reading and appending; creates the file and its folders where they are missing. */
  openForAppend(path: string): OpenedLogFile
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>
  /** What stands at a path now, or null. */
  identify(path: string): FileIdentity | null
}

export type OpenedLogFile = {
  readonly file: DiskFile
  /** The folders whose names have to be synced before the file is sure to be found: its own, and for a file that holds nothing yet those above. */
  readonly foldersToSync: readonly string[]
}

export interface DiskFile {
  /** Appends in one call of the system; may write less than it was given. */
  append(buffers: readonly Uint8Array[]): number
  /** Resolves when everything written so far is on the medium. */
  syncData(): Promise<void>
  identify(): FileIdentity
  size(): number
  /** The last byte, or null where the file is empty. */
  lastByte(): number | null
  close(): void
}

export type FileIdentity = { readonly device: number; readonly inode: number; readonly size: number }
