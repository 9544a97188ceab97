import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isInside } from './resolve-path.ts'

type ListedPlainFiles = {
  /** Files and links by their paths, in the order of their names. */
  readonly files: readonly string[]
  /** What was not looked into, for a person. */
  readonly problems: readonly string[]
}

/** The files below a folder that are read because they are there: each folder once, none outside of the root, as many as anybody writes. */
export async function listPlainFiles(
  folder: string,
  options: { readonly root: string | null; readonly ending: string },
): Promise<ListedPlainFiles> {
  const walk: Walk = { ...options, files: [], problems: [], seen: new Set(), left: MOST_ENTRIES }
  walk.root = options.root === null ? null : await realpath(options.root).catch(() => options.root)
  await lookInto(folder, walk)
  if (walk.left <= 0) walk.problems.push(`it holds more than ${MOST_ENTRIES} files: the others were not read`)
  return { files: walk.files.toSorted(), problems: walk.problems }
}

const MOST_ENTRIES = 2_000

type Walk = {
  root: string | null
  readonly ending: string
  readonly files: string[]
  readonly problems: string[]
  /** Folders by their real paths: links may lead in circles. */
  readonly seen: Set<string>
  left: number
}

async function isFolder(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  return (await stat(path).catch(() => null))?.isDirectory() === true
}

async function lookInto(folder: string, walk: Walk): Promise<void> {
  const real = await realpath(folder).catch(() => null)
  if (real === null || walk.seen.has(real)) return
  walk.seen.add(real)
  if (walk.root !== null && !isInside(real, walk.root)) {
    walk.problems.push(`${folder} leads out of ${walk.root}, so it was not read`)
    return
  }
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    walk.left -= 1
    if (walk.left <= 0) return
    const path = join(folder, entry.name)
    if (entry.name.endsWith(walk.ending)) walk.files.push(path)
    if (await isFolder(entry, path)) await lookInto(path, walk)
  }
}
