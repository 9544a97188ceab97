import { closeSync, constants, fstatSync, open, read, type Stats } from 'node:fs'
import type { ByteSource } from '../file/line-edges.ts'

/** A file that is open for reading, as it was when it was opened. */
export interface OpenFile extends ByteSource {
  readonly size: number
  readonly modifiedAt: Date
  close(): void
}

/**
 * Opens a file. Only opening and reading wait for the medium and leave the thread: to hand a call to another thread
 * costs more than the kernel needs to tell the size of an open file, and to close one that nobody wrote to.
 */
export async function openFile(path: string): Promise<OpenFile> {
  const descriptor = await openDescriptor(path)
  const { size, mtime } = statOrClose(descriptor)
  return {
    size,
    modifiedAt: mtime,
    read: (bytes, offset, length, position) =>
      new Promise((resolve, reject) =>
        read(descriptor, bytes, offset, length, position, (error, bytesRead) =>
          error ? reject(error) : resolve({ bytesRead }),
        ),
      ),
    close: () => closeSync(descriptor),
  }
}

function openDescriptor(path: string): Promise<number> {
  return new Promise((resolve, reject) =>
    // Without O_NONBLOCK a pipe would keep us waiting for somebody who writes.
    open(path, constants.O_RDONLY | constants.O_NONBLOCK, (error, descriptor) =>
      error ? reject(error) : resolve(descriptor),
    ),
  )
}

function statOrClose(descriptor: number): Stats {
  try {
    return fstatSync(descriptor)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}
