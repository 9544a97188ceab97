import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundOriginals, Original, ReadProblem } from '../reader.ts'

export type FindFilesOptions = {
  /** How many folders below the first are looked into. */
  readonly depth: number
  /** Whether a file is a session, by its name and the folders above it. */
  readonly isLog: (name: string, folders: readonly string[]) => boolean
  /** Whether a folder is looked into. */
  readonly isWanted?: (name: string, folders: readonly string[]) => boolean
}

/** The files below a folder that hold sessions, by their paths, with their ages. What cannot be looked into is told. */
export function findFiles(folder: string, { depth, isLog, isWanted }: FindFilesOptions): FoundOriginals {
  const originals: Original[] = []
  const problems: ReadProblem[] = []
  visit([])
  return { originals, problems }

  function visit(below: readonly string[]): void {
    const path = join(folder, ...below)
    let entries: readonly Dirent[]
    try {
      entries = readdirSync(path, { withFileTypes: true })
    } catch (error) {
      if (!isGone(error)) problems.push({ path, reason: explain(error) })
      return
    }
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      // Links are not followed: a folder of sessions is what it seems to be.
      if (entry.isDirectory()) {
        if (below.length < depth && (isWanted?.(entry.name, below) ?? true)) visit([...below, entry.name])
      } else if (entry.isFile() && isLog(entry.name, below)) {
        const found = toOriginal(join(path, entry.name))
        if (found) 'reason' in found ? problems.push(found) : originals.push(found)
      }
    }
  }
}

/** A file as an original; a problem where it may not be asked for, nothing where it is gone. */
export function toOriginal(path: string): Original | ReadProblem | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) return undefined
    const { size, mtimeMs, ino } = stats
    return { path, row: '', stamp: `${ino}:${size}:${mtimeMs}`, modifiedAt: mtimeMs, bytes: size }
  } catch (error) {
    return isGone(error) ? undefined : { path, reason: explain(error) }
  }
}

/** True for what a file system says of what is not there. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** An error in words that follow a path. */
export function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by you'
  return code === ''
    ? `cannot be read: ${error instanceof Error ? error.message : 'for no reason that is told'}`
    : `cannot be read (${code})`
}
