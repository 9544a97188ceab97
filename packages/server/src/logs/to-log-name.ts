import { join, relative, sep } from 'node:path'
import { toSessionKey } from '@antiphon/transcript'
import type { LogName } from './log-id.ts'

/** The name of the log at a path; null where it lies below no root, or is none. */
export function toLogName(path: string, roots: readonly string[]): LogName | null {
  for (const root of roots) {
    const projects = join(root, 'projects')
    const key = path.startsWith(`${projects}${sep}`) ? toSessionKey(relative(projects, path)) : null
    if (key) return { root, key }
  }
  return null
}
