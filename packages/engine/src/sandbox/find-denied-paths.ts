import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type ResolvedPath, resolvePath } from '../files/resolve-path.ts'
import type { PathPattern } from '../permissions/path-pattern.ts'

/** Finds what there is of the files that patterns mean; what did not change since the last time is not read again. */
export interface DeniedPaths {
  /** Real paths, none below another; or why not all could be found. */
  find(patterns: readonly PathPattern[]): readonly string[] | { readonly problem: string }
}

/** One for each session: it remembers folders by the time of their last change, which no program can set. */
export function createDeniedPaths(): DeniedPaths {
  const folders = new Map<string, Folder>()
  // Where links led that were meant: a command may take such a link away, and its target is meant all the same.
  const linked = new WeakMap<PathPattern, Set<string>>()

  function list(path: string): Folder | null {
    const stats = lstatOf(path)
    if (!stats?.isDirectory()) return null
    const key = `${stats.dev}:${stats.ino}:${stats.mtimeNs}:${stats.ctimeNs}`
    const known = folders.get(path)
    const isSame = known?.key === key
    if (isSame && known.isSettled) return known
    const now = performance.now()
    const since = isSame ? known.since : now
    const isSettled = now - since > (stats.ctimeNs % SECOND_NS === 0n ? ROUGH_CLOCK_MS : CLOCK_MS)
    const entries = readFolder(path)
    const folder = {
      ...{ key, since, isSettled, entries: entries ?? [], isClosed: entries === null, matches: new Map() },
    }
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
    const known = folder.matches.get(pattern)
    const matches = known?.lexical === from.lexical ? known : matchEntries(pattern, from, folder.entries)
    folder.matches.set(pattern, matches)
    for (const real of matches.denied) found.add(real)
    for (const place of matches.below) walk(pattern, place, found, seen)
    // Where they lead can change without a change of the folder that they are in.
    for (const lexical of matches.links) {
      const real = followLink(join(from.real, basename(lexical)))
      if (real === null) continue
      if (pattern.touches({ lexical, real })) {
        found.add(real)
        linked.set(pattern, (linked.get(pattern) ?? new Set()).add(real))
      }
      // Through a link the same file has another name, which the pattern may mean.
      else walk(pattern, { lexical, real }, found, seen)
    }
  }

  return {
    find(patterns) {
      const found = new Set<string>()
      if (folders.size > MOST_FOLDERS) folders.clear()
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
  /** When it was first seen with this key. */
  readonly since: number
  /** It was read so long after that another change would have given it another key. */
  readonly isSettled: boolean
  /** It is there and cannot be read. */
  readonly isClosed: boolean
  readonly entries: readonly Dirent[]
  readonly matches: Map<PathPattern, Matches>
}

type Matches = {
  /** The name of the folder under which its entries were tried. */
  readonly lexical: string
  readonly denied: readonly string[]
  readonly below: readonly ResolvedPath[]
  /** Links, as they are written. */
  readonly links: readonly string[]
}

// Two changes within one tick of a file system's clock leave the same time.
const CLOCK_MS = 100
const ROUGH_CLOCK_MS = 2_500
const SECOND_NS = 1_000_000_000n

class TooMany extends Error {}

const MOST_FOLDERS = 100_000
const TOO_MANY = `a rule for files may mean something in more than ${MOST_FOLDERS} folders; begin it with the folder that it is about`

function matchEntries(pattern: PathPattern, folder: ResolvedPath, entries: readonly Dirent[]): Matches {
  const denied: string[] = []
  const below: ResolvedPath[] = []
  const links: string[] = []
  for (const entry of entries) {
    const lexical = join(folder.lexical, entry.name)
    const real = join(folder.real, entry.name)
    if (entry.isSymbolicLink()) links.push(lexical)
    else if (pattern.touches({ lexical, real })) denied.push(real)
    else if (entry.isDirectory()) below.push({ lexical, real })
  }
  return { lexical: folder.lexical, denied, below, links }
}

/** Where a link leads, or would. */
function followLink(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return resolvePath(path, '/')?.real ?? null
  }
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
