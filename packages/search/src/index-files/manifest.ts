import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DRAFT_ENDING, openCacheFile, type UselessCache, writeCacheFile } from '../cache-file.ts'
import { withFile } from '../read-lines.ts'

/** What the index knows: which bytes of which files, in which segments. Replaced as a whole with every change. */
export type Manifest = {
  readonly files: readonly IndexedFile[]
  readonly segments: readonly SegmentRecord[]
  /** The number of the next file. */
  readonly nextFile: number
}

/** A file of which something is in the index: what, the ranges of the segments tell. */
export type IndexedFile = {
  /** Never given to another file: what a segment knows of a file that was replaced is dead. */
  readonly id: number
  readonly path: string
  readonly identity: string
  readonly size: number
  readonly modified: string
  /** Behind all that is indexed. */
  readonly indexed: number
  /** Of what stands before that. */
  readonly checksum: number
}

export type SegmentRecord = {
  readonly name: string
  readonly bytes: number
  /** Of the newest line. */
  readonly newest: number
  readonly ranges: readonly IndexedRange[]
}

export type IndexedRange = { readonly file: number; readonly start: number; readonly end: number }

export const EMPTY_MANIFEST: Manifest = { files: [], segments: [], nextFile: 1 }

/** `none`: there is no index yet. `damaged` and `other-version`: what is there is of no use and is made anew. */
export type ReadManifest = {
  readonly kind: 'read' | 'none' | UselessCache | 'unreadable'
  readonly manifest: Manifest
}

/** The file that names everything else of an index. */
export const MANIFEST_NAME = 'manifest.json'
/** Changes whenever the meaning of the files or of the words in them does. */
const KIND = { name: 'antiphon-search-index', version: 4 } as const

/** The manifest of a folder; an empty one where there is none that can be used. */
export function readManifest(folder: string): ReadManifest {
  try {
    return withFile(join(folder, MANIFEST_NAME), descriptor => {
      const file = openCacheFile<Manifest>(descriptor, KIND)
      if (typeof file === 'string') return { kind: file, manifest: EMPTY_MANIFEST }
      return { kind: 'read', manifest: file.head }
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const isNone = code === 'ENOENT' || code === 'ENOTDIR'
    return { kind: isNone ? 'none' : 'unreadable', manifest: EMPTY_MANIFEST }
  }
}

/** Reads the manifest of a folder again only when it was replaced. */
export function createManifestReader(folder: string): () => ReadManifest {
  let known: { readonly stamp: string; readonly read: ReadManifest } | undefined
  return () => {
    const stamp = stampOf(join(folder, MANIFEST_NAME))
    if (stamp === undefined) return readManifest(folder)
    if (known?.stamp !== stamp) known = { stamp, read: readManifest(folder) }
    return known.read
  }
}

function stampOf(path: string): string | undefined {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true })
    return `${ino}:${size}:${mtimeNs}`
  } catch {
    return undefined
  }
}

/** Puts a manifest in the place of the one before: a reader sees one or the other. */
export function writeManifest(folder: string, manifest: Manifest): void {
  writeCacheFile(join(folder, MANIFEST_NAME), KIND, { head: manifest })
}

/** Removes what no manifest names: only for the one who may write. */
export function removeUnnamed(folder: string, { segments }: Manifest): void {
  const named = new Set(segments.map(({ name }) => name))
  for (const name of readdirSync(folder))
    if ((name.endsWith(SEGMENT_ENDING) && !named.has(name)) || name.endsWith(DRAFT_ENDING))
      rmSync(join(folder, name), { force: true })
}

/** How the name of a segment ends. */
export const SEGMENT_ENDING = '.segment'
