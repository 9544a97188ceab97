import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'

export type RegularFile = { readonly handle: FileHandle; readonly stats: Stats }

/** Why something is not opened, for a model; `kind` is what it is instead of a file. */
type RefusedFile = { readonly refusal: string; readonly kind: string }

/** Opens a file for reading; says why where there is none that ends. Never waits, not even for a pipe. */
export async function openRegularFile(path: string): Promise<RegularFile | RefusedFile> {
  // Some devices do something as soon as they are opened.
  const early = refuse(await stat(path), path)
  if (early !== null) return early
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = await handle.stat()
    const refusal = refuse(stats, path)
    if (refusal === null) return { handle, stats }
    await handle.close()
    return refusal
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Fills the buffer as far as the file goes from `position`. */
export async function readFully(handle: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, position + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}

function refuse(stats: Stats, path: string): RefusedFile | null {
  if (stats.isFile()) return null
  if (stats.isDirectory()) {
    const refusal = `${path} is a folder. List it with Glob (pattern "${path}/*") or with ls in Bash, then read a file in it.`
    return { refusal, kind: 'a folder' }
  }
  const kind = stats.isFIFO() ? 'a named pipe' : stats.isSocket() ? 'a socket' : 'a device'
  const refusal = `${path} is ${kind}, not a file: reading it might never end. Use Bash with a limit, such as head -c, if you need it.`
  return { refusal, kind }
}
