import { createHash } from 'node:crypto'
import type { ArchivedFile, ArchiveManifest } from './archive-manifest.ts'
import { type FrameProblem, readFrame } from './frame-files.ts'

/** Bytes of an archived file, or a stretch of it that cannot be had. */
export type ArchivedPiece =
  | { readonly kind: 'bytes'; readonly at: number; readonly bytes: Buffer }
  | {
      readonly kind: 'lost'
      readonly at: number
      readonly length: number
      readonly problem: FrameProblem
      readonly frame: string
    }

/** Where to read in a file; all of it unless told. */
export type ArchivedRange = { readonly from?: number; readonly to?: number }

/** Reads a file of the archive from any byte on; only the frames that hold it are unpacked, and each is compared with its name. */
export async function* readArchivedFile(
  folder: string,
  { frames }: Pick<ArchiveManifest, 'frames'>,
  file: Pick<ArchivedFile, 'at' | 'size'>,
  { from = 0, to = file.size }: ArchivedRange = {},
): AsyncGenerator<ArchivedPiece, void, undefined> {
  const [begin, end] = [file.at + Math.max(0, from), file.at + Math.min(to, file.size)]
  let start = 0
  for (const frame of frames) {
    const [first, last] = [Math.max(start, begin), Math.min(start + frame[1], end)]
    if (first < last) {
      const read = await readFrame(folder, frame)
      const at = first - file.at
      if ('bytes' in read)
        yield { kind: 'bytes', at, bytes: read.bytes.subarray(first - start, last - start) }
      else yield { kind: 'lost', at, length: last - first, problem: read.problem, frame: frame[0] }
    }
    start += frame[1]
    if (start >= end) return
  }
}

/** What cannot be had of a version. */
export type ArchiveDamage = {
  readonly path: string
  /** The first byte of the file, and the one behind the last. */
  readonly from: number
  readonly to: number
  readonly problem: FrameProblem | 'mismatch'
  /** The frame that holds it; none where frames are whole and their order is another one. */
  readonly frame?: string
}

/** Looks at every byte of a version. */
export async function findDamage(
  folder: string,
  manifest: ArchiveManifest,
  { onRead, signal }: { readonly onRead?: (bytes: number) => void; readonly signal?: AbortSignal } = {},
): Promise<readonly ArchiveDamage[]> {
  const damage: ArchiveDamage[] = []
  for (const file of manifest.files) {
    const hash = createHash('sha256')
    let length = 0
    let isWhole = true
    for await (const piece of readArchivedFile(folder, manifest, file)) {
      signal?.throwIfAborted()
      if (piece.kind === 'bytes') {
        hash.update(piece.bytes)
        length += piece.bytes.length
        onRead?.(piece.bytes.length)
      } else {
        isWhole = false
        const { at, length: lost, problem, frame } = piece
        damage.push({ path: file.path, from: at, to: at + lost, problem, frame })
      }
    }
    if (isWhole && (length !== file.size || hash.digest('hex') !== file.hash))
      damage.push({ path: file.path, from: 0, to: file.size, problem: 'mismatch' })
  }
  return damage
}
