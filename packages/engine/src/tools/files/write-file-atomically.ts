import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { access, constants, mkdir, open, readlink, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { errorCode } from './describe-file-error.ts'

export type AtomicWrite = {
  readonly path: string
  readonly bytes: Buffer
  /** The file that is replaced, as it was when its content was looked at; null for a new file. */
  readonly expected: Stats | null
}

/**
 * Writes a file whole or not at all, and keeps its mode and the links that lead to it. Gives the new state, or null
 * when somebody else changed the file in the meantime: then nothing is written.
 */
export async function writeFileAtomically({ path, bytes, expected }: AtomicWrite): Promise<Stats | null> {
  const target = await followLinks(path)
  if (expected === null) await mkdir(dirname(target), { recursive: true })
  else await access(target, constants.W_OK)
  // A rename would cut a hard link off from its siblings.
  if (expected !== null && expected.nlink > 1) return writeInPlace(target, bytes, expected)
  const temporary = join(dirname(target), `.${basename(target).slice(0, 100)}.${randomUUID()}.tmp`)
  try {
    await writeNew(temporary, bytes, expected)
    if (!isSame(await statOrNull(target), expected)) return null
    await rename(temporary, target)
    return await stat(target)
  } catch (error) {
    // The folder takes no new file, but the file itself may be written, or belongs to somebody else.
    if (expected !== null && IN_PLACE_CODES.has(errorCode(error) ?? ''))
      return writeInPlace(target, bytes, expected)
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
}

const IN_PLACE_CODES: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV'])
const MAXIMUM_LINKS = 40

/** The file at the end of the links, also when it does not exist yet. */
export async function followLinks(path: string): Promise<string> {
  let target = path
  for (let links = 0; links < MAXIMUM_LINKS; links++) {
    let next: string
    try {
      next = await readlink(target)
    } catch (error) {
      // Not a link, or nothing there.
      if (errorCode(error) === 'EINVAL' || errorCode(error) === 'ENOENT') return target
      throw error
    }
    target = resolve(dirname(target), next)
  }
  throw Object.assign(new Error('too many symbolic links'), { code: 'ELOOP' })
}

async function writeNew(temporary: string, bytes: Buffer, expected: Stats | null): Promise<void> {
  const handle = await open(temporary, 'wx', expected === null ? 0o666 : expected.mode & 0o7777)
  try {
    await handle.writeFile(bytes)
    if (expected !== null) {
      const { uid, gid } = await handle.stat()
      if (uid !== expected.uid || gid !== expected.gid) await handle.chown(expected.uid, expected.gid)
      // The mask of the process may have taken bits away, and chown takes some as well.
      await handle.chmod(expected.mode & 0o7777)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeInPlace(target: string, bytes: Buffer, expected: Stats): Promise<Stats | null> {
  const handle = await open(target, 'r+')
  try {
    if (!isSame(await handle.stat(), expected)) return null
    await handle.writeFile(bytes)
    await handle.truncate(bytes.length)
    await handle.sync()
    return await handle.stat()
  } finally {
    await handle.close()
  }
}

function isSame(now: Stats | null, expected: Stats | null): boolean {
  if (now === null || expected === null) return now === expected
  return now.mtimeMs === expected.mtimeMs && now.size === expected.size && now.ino === expected.ino
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
