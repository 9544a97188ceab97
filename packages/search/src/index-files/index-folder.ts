import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltSegment } from './build-segment.ts'
import type { Manifest, SegmentRecord } from './manifest.ts'
import { encodeManifest, MANIFEST_NAME } from './read-manifest.ts'

/** Writes a segment; it counts from the moment a manifest names it. */
export function writeSegment(folder: string, segment: BuiltSegment): SegmentRecord {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `${randomBytes(9).toString('hex')}${SEGMENT}`
  writeWhole(join(folder, name), Buffer.concat(segment.parts))
  return { name, bytes: segment.bytes, newest: segment.newest, ranges: segment.ranges }
}

/** Puts a manifest, as JSON, in the place of the one before: a reader sees one or the other. */
export function writeManifest(folder: string, manifest: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, `${randomBytes(9).toString('hex')}${TEMPORARY}`)
  writeWhole(temporary, Buffer.from(encodeManifest(manifest)))
  renameSync(temporary, join(folder, MANIFEST_NAME))
}

/** Removes what no manifest names: only for the one who may write. */
export function removeUnnamed(folder: string, { segments }: Manifest): void {
  const named = new Set(segments.map(({ name }) => name))
  for (const name of listNames(folder))
    if ((name.endsWith(SEGMENT) && !named.has(name)) || name.endsWith(TEMPORARY))
      rmSync(join(folder, name), { force: true })
}

/** True if the segment's file is there in its full length. */
export function isWritten(folder: string, { name, bytes }: SegmentRecord): boolean {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.size === bytes
}

const SEGMENT = '.segment'
const TEMPORARY = '.temporary'

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function writeWhole(path: string, bytes: Buffer): void {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    for (let written = 0; written < bytes.length; )
      written += writeSync(descriptor, bytes, written, bytes.length - written)
  } catch (error) {
    closeSync(descriptor)
    rmSync(path, { force: true })
    throw error
  }
  closeSync(descriptor)
}
