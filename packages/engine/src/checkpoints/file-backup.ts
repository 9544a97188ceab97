import { createHash } from 'node:crypto'
import { isObject, type JsonObject } from '@antiphon/contract'

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
