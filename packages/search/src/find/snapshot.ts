import type { SegmentRecord } from '../index-files/manifest.ts'
import type { KnownSegments } from '../index-files/open-segment.ts'
import type { SourceFile, SourceRange } from '../sources/source-file.ts'

/** What a search looks at: segments, the files that they know, and all that no segment knows. Together that is everything. */
export type Snapshot = {
  readonly folder: string
  readonly live: ReadonlyMap<number, SourceFile>
  readonly segments: readonly SegmentRecord[]
  readonly rest: readonly SourceRange[]
  readonly known: KnownSegments
}
