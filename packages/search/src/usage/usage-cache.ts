import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describePrices } from '@antiphon/core/usage'
import { openCacheFile, writeCacheFile } from '../cache-file.ts'
import { findCacheFolder } from '../find-cache-folder.ts'
import { withFile } from '../read-lines.ts'
import { decodeAnswers, type KnownLog } from './known-log.ts'
import { createAnswerMeasure, sumAnswerItems } from './usage-item.ts'

/** What is known of files, by path. */
export type KnownLogs = ReadonlyMap<string, KnownLog>

/** What was found where usage is remembered; of a damaged one, or one of another version, nothing is taken. */
export type CacheState = 'none' | 'good' | 'damaged' | 'other-version'

/** Remembers what files say of usage. Deleting it costs the time to read them again, and nothing else. */
export interface UsageCache {
  read(): { readonly files: KnownLogs; readonly state: CacheState }
  /** False where it could not be written; then the next report takes longer. */
  write(files: KnownLogs): boolean
  /** Removes what was left of other roots, and of processes that were killed. */
  tidy(): void
}

/** Where usage is remembered; null where nothing says where caches belong. */
export function findUsageCache(
  env: Readonly<Record<string, string | undefined>>,
  homedir: string | undefined,
): string | null {
  const folder = findCacheFolder(env, homedir)
  return folder === null ? null : join(folder, 'usage')
}

const KIND = { name: 'antiphon usage', version: 5 } as const

/** A cache in a folder: one file for each set of roots, replaced as a whole, so that any number of processes may use it. */
export function createUsageCache(place: string, roots: readonly string[]): UsageCache {
  const name = crc32([...roots].sort().join('\0'))
    .toString(16)
    .padStart(8, '0')
  const path = join(place, `${name}.usage`)
  return {
    read() {
      try {
        return withFile(path, readFiles)
      } catch (error) {
        const isThere = !(error instanceof Error && 'code' in error)
        return { files: new Map(), state: isThere ? 'damaged' : 'none' }
      }
    },
    write(files) {
      try {
        writeFiles(path, files)
        return true
      } catch {
        return false
      }
    },
    tidy() {
      for (const found of listNames(place)) {
        const other = join(place, found)
        if (other !== path && ageOf(other) > (WHOLE.test(found) ? MAX_AGE_MS : MAX_DRAFT_AGE_MS))
          remove(other)
      }
    },
  }
}

/** What the head tells of each file, in their order. In the parts stand the hashes, answers and calls of all of them. */
type Head = {
  readonly prices: number
  readonly files: readonly (Pick<KnownLog, 'state' | 'facts' | 'items'> & {
    readonly path: string
    readonly sizes: readonly [hashes: number, answers: number, calls: number | null]
  })[]
}

function writeFiles(path: string, files: KnownLogs): void {
  const known = [...files.values()]
  const head: Head = {
    prices: crc32(describePrices()),
    files: Array.from(files, ([of, { state, facts, items, hashes, answers, calls }]) => ({
      ...{ path: of, state, facts, items },
      sizes: [hashes.byteLength, answers.length, calls?.length ?? null],
    })),
  }
  const hashes = known.map(
    file => new Uint8Array(file.hashes.buffer, file.hashes.byteOffset, file.hashes.byteLength),
  )
  const calls = known.flatMap(file => file.calls ?? [])
  const parts = [hashes, known.map(({ answers }) => answers), calls].map(part => Buffer.concat(part))
  writeCacheFile(path, KIND, { head, parts })
}

function readFiles(descriptor: number): ReturnType<UsageCache['read']> {
  const cache = openCacheFile<Head>(descriptor, KIND)
  if (typeof cache === 'string') return { files: new Map(), state: cache }
  const [hashes, answers, calls] = [0, 1, 2].map(index => createCutter(cache.part(descriptor, index)))
  const files = new Map<string, KnownLog>()
  for (const { path, state, facts, items, sizes } of cache.head.files)
    files.set(path, {
      ...{ state, facts, items },
      hashes: new Uint32Array(Uint8Array.from(hashes?.(sizes[0]) ?? []).buffer),
      // Copies: a thread that is handed a piece gets the whole memory behind it.
      answers: Uint8Array.from(answers?.(sizes[1]) ?? []),
      calls: sizes[2] === null ? null : Uint8Array.from(calls?.(sizes[2]) ?? []),
    })
  // What was added up by other prices is added up again.
  const isPriced = cache.head.prices === crc32(describePrices())
  return { files: isPriced ? files : new Map(Array.from(files, priceAnew)), state: 'good' }
}

/** Cuts pieces off, one behind the other. */
function createCutter(bytes: Buffer): (length: number) => Uint8Array {
  let start = 0
  return length => {
    start += length
    return bytes.subarray(start - length, start)
  }
}

function priceAnew([path, file]: [string, KnownLog]): [string, KnownLog] {
  return [path, { ...file, items: sumAnswerItems(decodeAnswers(file.answers), createAnswerMeasure()) }]
}

const WHOLE = /\.(?:usage|calls|json)$/
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
export const NO_USAGE_CACHE: UsageCache = {
  read: () => ({ files: new Map(), state: 'none' }),
  write: () => true,
  tidy: () => {},
}
