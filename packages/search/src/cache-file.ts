import { randomBytes } from 'node:crypto'
import { fstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { makeFolder } from '@antiphon/transcript'
import { readFully } from './read-lines.ts'

/** What a kept file is; its version changes whenever the meaning of its bytes does. */
export type CacheKind = { readonly name: string; readonly version: number }

/** Why a kept file is of no use: it is made anew. */
export type UselessCache = 'damaged' | 'other-version'

/** What is known of a kept file: it never changes, so that it may be known for as long as it is there. */
export interface CacheFile<Head> {
  readonly head: Head
  /** The bytes of a part, read by a descriptor of the file; throws where they were damaged. */
  part(descriptor: number, index: number): Buffer
}

/**
 * Keeps a head, which is JSON, and parts, which are bytes: a line that names the kind, the head, then the parts one
 * behind the other. Whoever reads the file sees the old one or the new one, also when several write it. It is not synced,
 * since all that is kept can be made again. Gives how long the file is.
 */
export function writeCacheFile(
  path: string,
  { name, version }: CacheKind,
  { head, parts = [] }: { readonly head: unknown; readonly parts?: readonly Uint8Array[] },
): number {
  const sizes = parts.map((part): StoredPart => [part.length, crc32(part)])
  const json = Buffer.from(JSON.stringify([sizes, head]))
  const line = Buffer.from(`${name} ${version} ${json.length} ${crc32(json)}\n`)
  const bytes = Buffer.concat([line, json, ...parts])
  makeFolder(dirname(path))
  const draft = `${path}.${randomBytes(6).toString('hex')}${DRAFT_ENDING}`
  try {
    writeFileSync(draft, bytes, { mode: 0o600, flag: 'wx' })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return bytes.length
}

/** How the name ends of what a killed process may leave. */
export const DRAFT_ENDING = '.temporary'

type StoredPart = readonly [length: number, checksum: number]

/** Reads the head of a kept file, or why it is of no use. */
export function openCacheFile<Head>(
  descriptor: number,
  { name, version }: CacheKind,
): CacheFile<Head> | UselessCache {
  const { size } = fstatSync(descriptor)
  const line = readFully(descriptor, 0, LINE_BYTES).toString('latin1').split('\n', 1)[0] ?? ''
  if (!line.startsWith(`${name} `)) return 'damaged'
  const [found, length = 0, checksum] = line
    .slice(name.length + 1)
    .split(' ')
    .map(Number)
  if (found !== version) return Number.isInteger(found) ? 'other-version' : 'damaged'
  const start = line.length + 1
  const json = length >= 0 && length <= size ? readFully(descriptor, start, length) : NOTHING
  if (json.length !== length || crc32(json) !== checksum) return 'damaged'
  // The checksum is right: it is what this version wrote.
  const [parts, head] = JSON.parse(json.toString()) as [readonly StoredPart[], Head]
  const ends = [start + length]
  for (const [bytes] of parts) ends.push((ends.at(-1) ?? 0) + bytes)
  if (ends.at(-1) !== size) return 'damaged'
  return {
    head,
    part(open, index) {
      const [bytes, sum] = parts[index] ?? [0, -1]
      const part = readFully(open, ends[index] ?? 0, bytes)
      if (part.length !== bytes || crc32(part) !== sum) throw new Error(`part ${index} is damaged`)
      return part
    },
  }
}

const LINE_BYTES = 128
const NOTHING = Buffer.alloc(0)
