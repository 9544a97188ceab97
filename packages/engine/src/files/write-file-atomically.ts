import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { access, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { errorCode } from './describe-file-error.ts'
import { checkPlace, openWriteFolder } from './open-write-folder.ts'
import { resolvePath } from './resolve-path.ts'

type AtomicWrite = {
  readonly path: string
  /** Where the path led when the write was judged; now, if it is not given. */
  readonly place?: string | null | undefined
  readonly bytes: Buffer
  /** The file that is replaced, as it was when its content was looked at; null for a new file. */
  readonly expected: Stats | null
}

/**
 * Writes a file whole or not at all, and keeps its mode and the links that lead to it. Gives the new state, or null
 * when somebody else changed the file in the meantime: then nothing is written. Throws when the path leads elsewhere
 * than where it was judged.
 */
export async function writeFileAtomically(write: AtomicWrite): Promise<Stats | null> {
  const { path, bytes, expected } = write
  const place = write.place ?? findPlace(path)
  const now = findPlace(path)
  if (now !== place)
    throw new Error(
      `the path leads to ${now} now, and led to ${place} before: a part of it became a link since this was allowed; nothing was written.`,
    )
  const folder = await openWriteFolder(dirname(place), expected === null)
  try {
    checkPlace(place)
    const name = basename(place)
    const target = folder.at(name)
    if (expected !== null) await access(target, constants.W_OK)
    // A rename would cut a hard link off from its siblings.
    if (expected !== null && expected.nlink > 1) return await writeInPlace(target, bytes, expected)
    const temporary = folder.at(`.${name.slice(0, 100)}.${randomUUID()}.tmp`)
    return await replace({ target, temporary, bytes, expected })
  } finally {
    await folder.close()
  }
}

type Replacement = Pick<AtomicWrite, 'bytes' | 'expected'> & {
  readonly target: string
  readonly temporary: string
}

async function replace({ target, temporary, bytes, expected }: Replacement): Promise<Stats | null> {
  try {
    await writeNew(temporary, bytes, expected)
    if (!isSame(await statOrNull(target), expected)) return null
    await rename(temporary, target)
    return await lstat(target)
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

/** The file at the end of the links, also when it does not exist yet; a path that is no link stays as it is. */
export async function followLinks(path: string): Promise<string> {
  const isLink = await lstat(path).then(
    stats => stats.isSymbolicLink(),
    () => false,
  )
  return isLink ? findPlace(path) : path
}

/** As the kernel finds it, which is how permissions were judged. */
function findPlace(path: string): string {
  const place = resolvePath(path, '/')
  if (place !== null) return place.real
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
  const handle = await open(target, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
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
    return await lstat(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
