import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The same for every way to write a path, also for one that does not exist yet. */
export function canonicalPath(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync.native(absolute)
  } catch {
    const folder = dirname(absolute)
    return folder === absolute ? absolute : join(canonicalPath(folder), basename(absolute))
  }
}
