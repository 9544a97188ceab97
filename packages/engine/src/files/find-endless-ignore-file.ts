import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IGNORE_FILES, LARGEST_IGNORE_FILE } from './ignore-rules.ts'
import { SKIPPED_FOLDERS } from './walk-files.ts'

/** An ignore file of this folder or one above it, up to the repository's, that a program might never finish to read: a pipe, a device, or one that is far too long. */
export async function findEndlessAbove(
  folder: string,
  repository: string | null,
  names: readonly string[] = IGNORE_FILES,
): Promise<string | null> {
  for (let current = folder; ; current = dirname(current)) {
    const found = await findEndlessIn(current, names)
    if (found !== null || repository === null || current === repository) return found
    if (dirname(current) === current) return null
  }
}

/** The same below a folder, where a search comes by; null where there is none, and once nobody waits for it. */
export async function findEndlessBelow(
  root: string,
  signal: AbortSignal,
  wanted: readonly string[] = IGNORE_FILES,
): Promise<string | null> {
  const folders = [root]
  for (let left = MOST_FOLDERS; left > 0 && !signal.aborted; left--) {
    const folder = folders.shift()
    if (folder === undefined) return null
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
    const names = new Set(entries.map(({ name }) => name))
    const found = await findEndlessIn(
      folder,
      wanted.filter(file => names.has(file.split(/[/\\]/)[0] ?? file)),
    )
    if (found !== null) return found
    for (const entry of entries)
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(join(folder, entry.name))
  }
  return null
}

const MOST_FOLDERS = 200_000
const SKIPPED: ReadonlySet<string> = new Set(SKIPPED_FOLDERS)

async function findEndlessIn(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats === null || stats.isDirectory()) continue
    if (!stats.isFile() || stats.size > LARGEST_IGNORE_FILE) return path
  }
  return null
}
