import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Original } from '../reader.ts'

/** All files below a folder, in one order; links are not followed, what cannot be looked into has none. */
export function listBelow(folder: string, deepest = 6): readonly string[] {
  let entries: readonly Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
  return entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return deepest > 0 ? listBelow(path, deepest - 1) : []
      return entry.isFile() ? [path] : []
    })
}

/** The file of an original and those beside it that are there, each once. */
export function listThere({ path }: Original, beside: readonly string[]): readonly string[] {
  return [...new Set([path, ...beside])].filter(one => statSync(one, { throwIfNoEntry: false })?.isFile())
}
