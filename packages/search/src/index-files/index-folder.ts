import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DRAFT_ENDING, replaceFile } from '../replace-file.ts'
import type { BuiltSegment } from './build-segment.ts'
import type { Manifest, SegmentRecord } from './manifest.ts'
import { encodeManifest, MANIFEST_NAME } from './read-manifest.ts'

/** Writes a segment; it counts from the moment a manifest names it. */
export function writeSegment(folder: string, segment: BuiltSegment): SegmentRecord {
  const name = `${randomBytes(9).toString('hex')}${SEGMENT}`
  replaceFile(join(folder, name), Buffer.concat(segment.parts))
  return { name, bytes: segment.bytes, newest: segment.newest, ranges: segment.ranges }
}

/** Puts a manifest, as JSON, in the place of the one before: a reader sees one or the other. */
export function writeManifest(folder: string, manifest: string): void {
  replaceFile(join(folder, MANIFEST_NAME), Buffer.from(encodeManifest(manifest)))
}

/** Removes what no manifest names: only for the one who may write. */
export function removeUnnamed(folder: string, { segments }: Manifest): void {
  const named = new Set(segments.map(({ name }) => name))
  for (const name of listNames(folder))
    if ((name.endsWith(SEGMENT) && !named.has(name)) || name.endsWith(DRAFT_ENDING))
      rmSync(join(folder, name), { force: true })
}

/** True if the segment's file is there in its full length. */
export function isWritten(folder: string, { name, bytes }: SegmentRecord): boolean {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.size === bytes
}

const SEGMENT = '.segment'

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
