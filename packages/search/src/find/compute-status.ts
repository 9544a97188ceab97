import type { DiscoveryProblem } from '@antiphon/transcript'
import type { Manifest, ReadManifest } from '../index-files/manifest.ts'
import { matchSources } from '../index-files/match-sources.ts'
import { MAX_INDEX_BYTES } from '../index-files/update-index.ts'
import type { SourceListing, SourceRange } from '../sources/list-sources.ts'

/** How far the index is. */
export type SearchStatus = {
  readonly folder: string | null
  /** `none`: there is none. `damaged`, `other-version`, `unreadable`: there is one that is of no use. */
  readonly index: ReadManifest['kind']
  readonly files: number
  readonly sourceBytes: number
  /** Of the logs; the rest is scanned. */
  readonly indexedBytes: number
  /** Of what is not indexed: what an update has not seen yet. A last line without its end waits for nobody. */
  readonly waitingBytes: number
  /** What the index takes on disk. */
  readonly indexBytes: number
  /** What it may take. */
  readonly maxIndexBytes: number
  readonly segments: number
  /** Of the segments, found to be damaged until now. */
  readonly damaged: number
  readonly problems: readonly DiscoveryProblem[]
}

type StatusOptions = {
  readonly listing: SourceListing
  readonly read: ReadManifest
  readonly folder: string | null
  readonly damaged: number
}

/** Counts what the index knows of the logs, and what waits for it. */
export function computeStatus({ listing, read, folder, damaged }: StatusOptions): SearchStatus {
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
    waitingBytes: computeWaiting(read.manifest, rest),
    indexBytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
    maxIndexBytes: MAX_INDEX_BYTES,
    segments: segments.length,
    damaged,
    problems,
  }
}

function computeWaiting({ files }: Manifest, rest: readonly SourceRange[]): number {
  const seen = new Map(files.map(({ identity, size, modified }) => [identity, `${size} ${modified}`]))
  const waits = ({ file, start, end }: SourceRange): boolean =>
    seen.get(file.identity) !== `${file.size} ${file.modified}` || end - start > LONG_LINE
  return rest.filter(waits).reduce((sum, { start, end }) => sum + end - start, 0)
}

// More than that is no line that was not ended, but what an update that was stopped did not come to.
const LONG_LINE = 1 << 20
