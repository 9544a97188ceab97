/** What the index knows: which bytes of which files, in which segments. Replaced as a whole with every change. */
export type Manifest = {
  readonly files: readonly IndexedFile[]
  readonly segments: readonly SegmentRecord[]
  /** The number of the next file. */
  readonly nextFile: number
}

/** A file of which the bytes up to `indexed` are in the index. */
export type IndexedFile = {
  /** Never given to another file: what a segment knows of a file that was replaced is dead. */
  readonly id: number
  readonly path: string
  readonly identity: string
  readonly size: number
  readonly modified: string
  readonly indexed: number
  /** Of the ends of the indexed bytes. */
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
