import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { MemoryFile } from '@antiphon/core'
import { cutText } from '../hooks/cut-text.ts'
import { readTextFile } from '../tools/files/read-text-file.ts'
import { findImports } from './find-imports.ts'
import type { MemoryCandidate } from './memory-candidates.ts'

/** Instructions that were left out, for a person. */
export type MemoryProblem = { readonly path: string; readonly what: string }

export type MemoryReading = {
  /** The project: what its instructions may import. */
  readonly root: string
  readonly home: string
  /** The real paths that were read before; each file counts once. */
  readonly seen: Set<string>
  readonly problems: MemoryProblem[]
}

/** Reads a file of instructions and what it imports, the imported first; a file that is not there is nothing. */
export async function readMemoryFile(
  candidate: MemoryCandidate,
  reading: MemoryReading,
): Promise<readonly MemoryFile[]> {
  const allowed =
    candidate.type === 'User'
      ? [reading.home, dirname(candidate.path)]
      : [reading.root, dirname(candidate.path)]
  return readOne({ path: candidate.path, depth: 0 }, { ...reading, type: candidate.type, allowed })
}

const DEEPEST_IMPORT = 5
const LONGEST_FILE = 40_000

type Reading = MemoryReading & { readonly type: string; readonly allowed: readonly string[] }

async function readOne(
  { path, depth }: { readonly path: string; readonly depth: number },
  reading: Reading,
): Promise<readonly MemoryFile[]> {
  const real = await realpath(path).catch(() => null)
  if (real === null || reading.seen.has(real)) return []
  // A repository that somebody else wrote must not carry a person's keys into a prompt, by a link or an import.
  if (!(await isInside(real, reading.allowed))) {
    reading.problems.push({ path, what: 'it lies outside the project, so it was not read' })
    return []
  }
  const text = await readText(real, path, reading)
  if (text === null) return []
  reading.seen.add(real)
  const imported: MemoryFile[] = []
  for (const name of depth < DEEPEST_IMPORT ? findImports(text.slice(0, LONGEST_FILE)) : []) {
    const target = toPath(name, { folder: dirname(path), home: reading.home })
    imported.push(...(await readOne({ path: target, depth: depth + 1 }, reading)))
  }
  if (text.trim() === '') return imported
  return [...imported, { type: reading.type, path, content: cutText(text.trim(), LONGEST_FILE) }]
}

async function readText(real: string, path: string, { problems }: Reading): Promise<string | null> {
  try {
    const file = await readTextFile(real)
    if ('text' in file) return file.text
    // A folder or a picture that an import happens to name is no mistake of anybody's.
    return null
  } catch (error) {
    problems.push({ path, what: error instanceof Error ? error.message : String(error) })
    return null
  }
}

async function isInside(real: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const way = relative(await realpath(folder).catch(() => folder), real)
    if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true
  }
  return false
}

function toPath(name: string, { folder, home }: { readonly folder: string; readonly home: string }): string {
  return name.startsWith('~/') ? join(home, name.slice(2)) : resolve(folder, name)
}
