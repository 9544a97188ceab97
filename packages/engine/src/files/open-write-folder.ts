import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode } from './describe-file-error.ts'
import { isThere } from './is-there.ts'
import { makeFolder } from './make-folder.ts'
import { resolvePath } from './resolve-path.ts'

/** A folder that is held open, so that nobody can put another in its place while a file in it is written. */
interface WriteFolder {
  /** How to call a file in it. */
  at(name: string): string
  close(): Promise<void>
}

/** Opens the folder that was judged, or throws where a link has taken the place of a part of it; `isNew` makes what is missing. */
export async function openWriteFolder(folder: string, isNew: boolean): Promise<WriteFolder> {
  checkPlace(folder)
  const handle = await hold(folder, isNew)
  try {
    // Whatever the way was when it was opened: this is the folder that is there now, and no link leads to it.
    checkPlace(folder)
    if (handle !== null) await checkSame(handle, folder)
    const held = handle === null ? null : `/proc/self/fd/${handle.fd}`
    const start = held !== null && (await isThere(`${held}/.`)) ? held : folder
    return { at: name => join(start, name), close: async () => handle?.close() }
  } catch (error) {
    await handle?.close()
    throw error
  }
}

/** Throws where the path leads somewhere else by now. */
export function checkPlace(place: string): void {
  const now = resolvePath(place, '/')?.real
  if (now === place) return
  throw new Error(
    `${place} became a link to ${now ?? 'itself'} since this was allowed; nothing was written. Look at where the path leads, then try again.`,
  )
}

/** Null where the system cannot name a file by an open folder: then only what stands there before and after is compared. */
async function hold(folder: string, isNew: boolean): Promise<FileHandle | null> {
  if (process.platform !== 'linux') {
    if (isNew) await makeFolder(folder)
    return null
  }
  try {
    return await open(folder, LINUX_O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && isNew && dirname(folder) !== folder) return makeHeld(folder)
    // A link where the folder was is no folder to the kernel.
    checkPlace(folder)
    throw error
  }
}

async function makeHeld(folder: string): Promise<FileHandle | null> {
  const parent = await openWriteFolder(dirname(folder), true)
  try {
    await mkdir(parent.at(basename(folder))).catch(error => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  } finally {
    await parent.close()
  }
  return hold(folder, false)
}

async function checkSame(handle: FileHandle, folder: string): Promise<void> {
  const [held, there] = [await handle.stat({ bigint: true }), await lstat(folder, { bigint: true })]
  if (held.dev === there.dev && held.ino === there.ino) return
  throw new Error(`${folder} was replaced by another folder at this very moment; nothing was written.`)
}

/** Opens a folder only as a place: to write into it one need not be able to list it. Node has no name for it. */
const LINUX_O_PATH = 0o10000000
