import { copyFile, link, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../files/make-folder.ts'

/** Where the copies of a session's files are. */
export function toBackupFolder(root: string, session: string): string {
  return join(root, 'file-history', session)
}

/**
 * Gives the copy of a session what the session kept of files, so that they can be rewound there, too. What cannot be
 * copied is told when somebody wants it back.
 */
export async function copyBackups(from: string, to: string): Promise<void> {
  const found = await readdir(from, { withFileTypes: true }).catch(() => [])
  const names = found.filter(entry => entry.isFile()).map(({ name }) => name)
  if (names.length === 0) return
  await makeFolder(to, 0o700).catch(() => undefined)
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)]
    // A backup is never written over, so one file can have two names.
    await link(source, target).catch(() => copyFile(source, target).catch(() => undefined))
  }
}
