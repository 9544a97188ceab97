import { createHash } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import { errorCode } from '../files/describe-file-error.ts'
import { makeFolder } from '../files/make-folder.ts'
import { type FileState, readFileState } from './file-state.ts'

/** The copies of a session, one file a version. A copy is never written over. */
export interface BackupFolder {
  /** Keeps content under the first free version from `version` on; resolves when it is on disk. */
  save(copy: BackupCopy): Promise<SavedVersion>
  /** A free version, for a state that cannot be kept. */
  reserve(path: string, version: number): Promise<SavedVersion>
  read(name: string): Promise<FileState>
  pathOf(name: string): string
}

type BackupCopy = {
  /** The file that is kept; its versions are named after it. */
  readonly path: string
  readonly version: number
  readonly bytes: Buffer
  readonly mode: number
}

type SavedVersion = { readonly name: string; readonly version: number }

/** `folder` is `<root>/file-history/<session>`; it is made when the first copy is. */
export function createBackupFolder(folder: string): BackupFolder {
  const pathOf = (name: string): string => join(folder, name)
  return {
    pathOf,
    read: name => readFileState(pathOf(name), Number.MAX_SAFE_INTEGER),
    async save({ path, version, bytes, mode }) {
      await makeFolder(folder, 0o700)
      for (let free = version; ; free++) {
        const name = toBackupName(path, free)
        if (!(await writeNew(pathOf(name), bytes, mode))) continue
        await syncFolder(folder)
        return { name, version: free }
      }
    },
    async reserve(path, version) {
      for (let free = version; ; free++) {
        const name = toBackupName(path, free)
        if (await isFree(pathOf(name))) return { name, version: free }
      }
    },
  }
}

/** False where the name is taken. What cannot be written whole is removed. */
async function writeNew(path: string, bytes: Buffer, mode: number): Promise<boolean> {
  // Ours to write whatever the mode of the original; that comes last.
  const handle = await open(path, 'wx', 0o600).catch(error => {
    if (errorCode(error) === 'EEXIST') return null
    throw error
  })
  if (handle === null) return false
  try {
    await handle.writeFile(bytes)
    await handle.chmod(mode)
    await handle.sync()
    return true
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** A name that is not on disk yet could vanish with the power; not every system can do this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function isFree(path: string): Promise<boolean> {
  try {
    await stat(path)
    return false
  } catch {
    // Also where the folder itself cannot be looked into: then nothing can be kept there either.
    return true
  }
}

/** Where the state of a file is kept, in the fields of the stored format. */
export type FileBackup = JsonObject & {
  /** A name in the session's folder of backups; null where the file did not exist. A name without a file is a state that could not be kept. */
  readonly backupFileName: string | null
  readonly version: number
  readonly backupTime: string
  /** The folder of the file without symbolic links; missing in older logs. */
  readonly realParentDir?: string
}

/** The name of a version of a file, as Claude Code gives it. */
export function toBackupName(path: string, version: number): string {
  return `${createHash('sha256').update(path).digest('hex').slice(0, 16)}@v${version}`
}

/** A backup from a log; null for what is none, or whose name leads out of the folder. */
export function parseFileBackup(value: unknown): FileBackup | null {
  if (!isObject(value)) return null
  const { backupFileName, version, backupTime, realParentDir } = value
  if (backupFileName !== null && !isPlainName(backupFileName)) return null
  return {
    backupFileName,
    version: typeof version === 'number' && Number.isSafeInteger(version) && version > 0 ? version : 1,
    backupTime: typeof backupTime === 'string' ? backupTime : '',
    ...(typeof realParentDir === 'string' && { realParentDir }),
  }
}

function isPlainName(name: unknown): name is string {
  return typeof name === 'string' && /^[\w.@-]+$/.test(name) && name !== '.' && name !== '..'
}
