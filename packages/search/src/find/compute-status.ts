import type { DiscoveryProblem } from '@antiphon/transcript'
import type { ReadManifest } from '../index-files/manifest.ts'
import { matchSources } from '../index-files/match-sources.ts'
import { MAX_INDEX_BYTES } from '../index-files/update-index.ts'
import type { SourceListing } from '../sources/list-sources.ts'

/** How far the index is. */
export type SearchStatus = {
  readonly folder: string | null
  /** `none`: there is none. `damaged`, `other-version`, `unreadable`: there is one that is of no use. */
  readonly index: ReadManifest['kind']
  readonly files: number
  readonly sourceBytes: number
  /** Of the logs; the rest is scanned. */
  readonly indexedBytes: number
  /** What the index takes on disk. */
  readonly indexBytes: number
  /** What it may take. */
  readonly maxIndexBytes: number
  readonly segments: number
  readonly problems: readonly DiscoveryProblem[]
}

export type StatusOptions = {
  readonly listing: SourceListing
  readonly read: ReadManifest
  readonly folder: string | null
}

export function computeStatus({ listing, read, folder }: StatusOptions): SearchStatus {
  const { files, problems } = listing
  const { rest } = matchSources(read.manifest, files)
  const sourceBytes = files.reduce((sum, { size }) => sum + size, 0)
  const restBytes = rest.reduce((sum, { start, end }) => sum + end - start, 0)
  const { segments } = read.manifest
  return {
    folder,
    index: read.kind,
    files: files.length,
    sourceBytes,
    indexedBytes: sourceBytes - restBytes,
    indexBytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
    maxIndexBytes: MAX_INDEX_BYTES,
    segments: segments.length,
    problems,
  }
}
