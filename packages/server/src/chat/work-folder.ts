import { stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { readSessionSummary, toLogPath } from '@antiphon/transcript'
import type { FoundLog } from '../logs/find-log.ts'

/** The folder that a path means, where it is a whole one or begins at home; null for any other. */
export function toFolder(path: string, home: string | undefined): string | null {
  const whole = home !== undefined && /^~(?:\/|$)/.test(path) ? join(home, path.slice(1)) : path
  return isAbsolute(whole) && !whole.includes('\0') ? resolve(whole) : null
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true
}

/** Where a session works, as its log says; null where it does not. */
export async function readLogFolder({ root, key }: FoundLog): Promise<string | null> {
  const summary = await readSessionSummary({ kind: 'session', root, key, path: toLogPath(root, key) })
  const cwd = summary.kind === 'problem' ? undefined : summary.cwd
  // A log may say anything; only a whole path names one folder.
  return cwd === undefined ? null : toFolder(cwd, undefined)
}
