import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { findCacheFolder } from '../cache-folder.ts'
import { replaceFile } from '../replace-file.ts'
import { decodeCalls, encodeCalls } from './calls-file.ts'
import type { KnownFile } from './file-table.ts'
import { decodeTables, encodeTables } from './tables-file.ts'

/** What is known of files, by path. */
export type KnownFiles = ReadonlyMap<string, KnownFile>

/** What was found where usage is remembered; of a damaged one, or one of another version, nothing is taken. */
export type CacheState = 'none' | 'good' | 'damaged' | 'other-version'

/** Remembers what files say of usage. Deleting it costs the time to read them again, and nothing else. */
export interface UsageCache {
  read(): { readonly files: KnownFiles; readonly state: CacheState }
  /** False where it could not be written; then the next report takes longer. */
  write(files: KnownFiles): boolean
  /** Removes what was left of other roots, and of processes that were killed. */
  tidy(): void
}

export type UsageCacheOptions = {
  readonly place: string
  readonly roots: readonly string[]
  /** Calls of tools are remembered apart: most reports do not need them. */
  readonly hasTools: boolean
}

/** Where usage is remembered; null where nothing says where caches belong. */
export function findUsageCache(
  env: Readonly<Record<string, string | undefined>>,
  homedir: string | undefined,
): string | null {
  const folder = findCacheFolder(env, homedir)
  return folder === null ? null : join(folder, 'usage')
}

/** A cache in a folder: one file for each set of roots, replaced as a whole, so that any number of processes may use it. */
export function createUsageCache({ place, roots, hasTools }: UsageCacheOptions): UsageCache {
  const name = crc32([...roots].sort().join('\0'))
    .toString(16)
    .padStart(8, '0')
  const tables = join(place, `${name}.usage`)
  const calls = join(place, `${name}.calls`)
  return {
    read() {
      const bytes = readIfThere(tables)
      if (!bytes) return { files: new Map(), state: 'none' }
      const decoded = decodeTables(bytes)
      if (typeof decoded === 'string' || !hasTools)
        return typeof decoded === 'string'
          ? { files: new Map(), state: decoded }
          : { files: decoded, state: 'good' }
      const callBytes = readIfThere(calls)
      return { files: callBytes ? decodeCalls(callBytes, decoded) : decoded, state: 'good' }
    },
    write: files =>
      tryReplace(tables, () => encodeTables(files)) &&
      (!hasTools || tryReplace(calls, () => encodeCalls(files))),
    tidy() {
      for (const found of listNames(place)) {
        const path = join(place, found)
        const isOwn = path === tables || path === calls
        if (!isOwn && ageOf(path) > (WHOLE.test(found) ? MAX_AGE_MS : MAX_DRAFT_AGE_MS)) remove(path)
      }
    },
  }
}

const WHOLE = /\.(?:usage|calls|json)$/
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
const MAX_DRAFT_AGE_MS = 60 * 60 * 1000

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function tryReplace(path: string, encode: () => readonly Uint8Array[]): boolean {
  try {
    replaceFile(path, Buffer.concat(encode()))
    return true
  } catch {
    return false
  }
}

function listNames(place: string): readonly string[] {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}

/** Nothing for what is gone. */
function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY)
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // What cannot be removed is in nobody's way.
  }
}

/** Nothing is remembered. */
export const NO_USAGE_CACHE: UsageCache = {
  read: () => ({ files: new Map(), state: 'none' }),
  write: () => true,
  tidy: () => {},
}
