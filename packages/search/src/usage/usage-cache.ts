import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { findCacheFolder } from '../cache-folder.ts'
import { decodeFileUsage, type EncodedFileUsage, encodeFileUsage } from './encode-file-usage.ts'
import type { ReadState } from './file-state.ts'
import type { KnownFile } from './read-file-usage.ts'

/** What is known of the files of one project folder, by path. */
export type KnownFiles = ReadonlyMap<string, KnownFile>

/** Remembers what files say of usage. Deleting it costs the time to read them again, and nothing else. */
export interface UsageCache {
  /** Empty where nothing is remembered, or what is there is damaged or of another version. */
  read(folder: string): KnownFiles
  /** False where it could not be written; then the next report takes longer. */
  write(folder: string, files: KnownFiles): boolean
  /** Removes what was left of folders other than these, and of processes that were killed. */
  tidy(folders: Iterable<string>): void
}

/** Where usage is remembered; null where nothing says where caches belong. */
export function findUsageCache(
  env: Readonly<Record<string, string | undefined>>,
  homedir: string | undefined,
): string | null {
  const folder = findCacheFolder(env, homedir)
  return folder === null ? null : join(folder, 'usage')
}

/** A cache in a folder: one file for each folder of sessions, replaced as a whole, so that any number of processes may use it. */
export function createUsageCache(place: string): UsageCache {
  return {
    read(folder) {
      try {
        return decode(readFileSync(pathOf(place, folder)), folder)
      } catch {
        return new Map()
      }
    },
    write(folder, files) {
      const path = pathOf(place, folder)
      const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
      try {
        mkdirSync(place, { recursive: true, mode: 0o700 })
        writeFileSync(draft, encode(folder, files), { mode: 0o600 })
        renameSync(draft, path)
        return true
      } catch {
        remove(draft)
        return false
      }
    },
    tidy(folders) {
      const kept = new Set(Array.from(folders, folder => pathOf(place, folder)))
      for (const name of listNames(place)) {
        const path = join(place, name)
        if (!kept.has(path) && ageOf(path) > (name.endsWith('.json') ? MAX_AGE_MS : MAX_DRAFT_AGE_MS))
          remove(path)
      }
    },
  }
}

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
const MAX_DRAFT_AGE_MS = 60 * 60 * 1000

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
export const NO_USAGE_CACHE: UsageCache = { read: () => new Map(), write: () => true, tidy: () => {} }

const VERSION = 1

type Body = {
  readonly folder: string
  readonly files: readonly (readonly [path: string, state: ReadState, usage: EncodedFileUsage])[]
}

function pathOf(place: string, folder: string): string {
  return join(place, `${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.json`)
}

/** A line with the version and the checksum of the next. */
function encode(folder: string, files: KnownFiles): string {
  const rows = Array.from(files, ([path, { state, usage }]) => [path, state, encodeFileUsage(usage)] as const)
  const body: Body = { folder, files: rows }
  const text = JSON.stringify(body)
  return `antiphon usage ${VERSION} ${crc32(text)}\n${text}`
}

function decode(bytes: Buffer, folder: string): KnownFiles {
  const newline = bytes.indexOf('\n')
  const text = bytes.subarray(newline + 1)
  if (bytes.toString('latin1', 0, newline) !== `antiphon usage ${VERSION} ${crc32(text)}`) return new Map()
  // The checksum says that it is what this version wrote.
  const body = JSON.parse(text.toString('utf8')) as Body
  if (body.folder !== folder) return new Map()
  return new Map(body.files.map(([path, state, usage]) => [path, { state, usage: decodeFileUsage(usage) }]))
}
