import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PathPattern } from '../permissions/path-pattern.ts'
import { type ResolvedPath, resolvePath } from '../permissions/resolve-path.ts'

/** Finds what there is of the files that patterns mean; what did not change since the last time is not read again. */
export interface DeniedPaths {
  /** Real paths, none below another; or why not all could be found. */
  find(patterns: readonly PathPattern[]): readonly string[] | { readonly problem: string }
}

/** One for each session: it remembers folders by the time of their last change. */
export function createDeniedPaths(): DeniedPaths {
  const folders = new Map<string, Folder>()
  // Where links led that were meant: a command may take such a link away, and its target is meant all the same.
  const linked = new WeakMap<PathPattern, Set<string>>()

  function list(path: string): Folder | null {
    const stats = lstatOf(path)
    if (!stats?.isDirectory()) return null
    const key = `${stats.dev}:${stats.ino}:${stats.mtimeNs}:${stats.ctimeNs}`
    const known = folders.get(path)
    if (known?.key === key) return known
    const entries = readFolder(path)
    const folder = { key, entries: entries ?? [], isClosed: entries === null, matches: new Map() }
    folders.set(path, folder)
    return folder
  }

  function walk(pattern: PathPattern, from: ResolvedPath, found: Set<string>, seen: Set<string>): void {
    const folder = seen.has(from.real) ? null : list(from.real)
    if (folder === null) return
    // Its owner could open it again.
    if (folder.isClosed) return void found.add(from.real)
    seen.add(from.real)
    if (seen.size > MOST_FOLDERS) throw new TooMany()
    const matches = folder.matches.get(pattern) ?? matchEntries(pattern, from, folder.entries)
    folder.matches.set(pattern, matches)
    for (const real of matches.denied) found.add(real)
    const targets = linked.get(pattern) ?? new Set()
    for (const real of matches.linked) targets.add(real)
    linked.set(pattern, targets)
    for (const place of matches.below) walk(pattern, place, found, seen)
  }

  return {
    find(patterns) {
      const found = new Set<string>()
      try {
        for (const pattern of patterns) {
          const seen = new Set<string>()
          for (const anchor of pattern.anchors) {
            const place = resolvePath(anchor, '/')
            const there = place === null ? null : findReachable(place.real)
            if (place === null || there === null) continue
            if (there.isClosed) found.add(there.path)
            else if (pattern.touches(place)) found.add(place.real)
            else walk(pattern, place, found, seen)
          }
        }
      } catch (error) {
        if (!(error instanceof TooMany)) throw error
        return { problem: TOO_MANY }
      }
      for (const pattern of patterns)
        for (const path of linked.get(pattern) ?? []) if (lstatOf(path) !== null) found.add(path)
      return dropNested([...found])
    },
  }
}

type Folder = {
  readonly key: string
  /** It is there and cannot be read. */
  readonly isClosed: boolean
  readonly entries: readonly Dirent[]
  readonly matches: Map<PathPattern, Matches>
}

type Matches = {
  readonly denied: readonly string[]
  /** Those of them to which links lead. */
  readonly linked: readonly string[]
  readonly below: readonly ResolvedPath[]
}

class TooMany extends Error {}

const MOST_FOLDERS = 100_000
const TOO_MANY = `a rule for files may mean something in more than ${MOST_FOLDERS} folders; begin it with the folder that it is about`

function matchEntries(pattern: PathPattern, folder: ResolvedPath, entries: readonly Dirent[]): Matches {
  const denied: string[] = []
  const linked: string[] = []
  const below: ResolvedPath[] = []
  for (const entry of entries) {
    const lexical = join(folder.lexical, entry.name)
    const real = join(folder.real, entry.name)
    const place = entry.isSymbolicLink() ? resolvePath(real, '/') : { lexical, real }
    if (place === null) continue
    if (pattern.touches({ lexical, real: place.real })) {
      denied.push(place.real)
      if (entry.isSymbolicLink()) linked.push(place.real)
    } else if (entry.isDirectory()) below.unshift({ lexical, real })
    // Through a link the same file has another name, which the pattern may mean.
    else if (entry.isSymbolicLink()) below.push({ lexical, real: place.real })
  }
  return { denied, linked, below }
}

/** Null for a folder that is there and cannot be read. */
function readFolder(path: string): readonly Dirent[] | null {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    return isMissing(error) ? [] : null
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

/** What there is of a path: itself, or the folder on the way that cannot be looked into; null for nothing. */
function findReachable(path: string): { readonly path: string; readonly isClosed: boolean } | null {
  try {
    lstatSync(path)
    return { path, isClosed: false }
  } catch (error) {
    if (isMissing(error)) return null
  }
  let folder = dirname(path)
  while (folder !== '/' && lstatOf(folder) === null) folder = dirname(folder)
  return { path: folder, isClosed: true }
}

function lstatOf(path: string) {
  try {
    return lstatSync(path, { bigint: true })
  } catch {
    return null
  }
}

function dropNested(paths: readonly string[]): readonly string[] {
  const all = new Set(paths)
  return paths.filter(path => !hasAncestor(path, all))
}

function hasAncestor(path: string, all: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (all.has(path.slice(0, end))) return true
  return false
}
