import { withFile } from '../read-lines.ts'
import { isVanished } from '../sources/is-vanished.ts'
import type { SourceFile, SourceRange } from '../sources/list-sources.ts'
import { checksumBeginning } from '../sources/log-state.ts'
import type { IndexedFile, IndexedRange, Manifest } from './manifest.ts'

/** What of an index still holds for the files as they are now. */
export type MatchedSources = {
  /** By the number that segments know them by, as they are now. */
  readonly live: ReadonlyMap<number, SourceFile>
  /** Their records, brought up to date. */
  readonly records: readonly IndexedFile[]
  /** What is not indexed, the newest file first. */
  readonly rest: readonly SourceRange[]
}

/**
 * Compares the index with the files: what was renamed stays, what was cut, replaced or deleted is forgotten, what grew or was
 * not come to yet has a rest.
 */
export function matchSources(manifest: Manifest, files: readonly SourceFile[]): MatchedSources {
  const byIdentity = new Map(manifest.files.map(record => [record.identity, record]))
  const ranges = new Map<number, IndexedRange[]>()
  for (const range of manifest.segments.flatMap(segment => segment.ranges))
    ranges.set(range.file, [...(ranges.get(range.file) ?? []), range])
  const live = new Map<number, SourceFile>()
  const records: IndexedFile[] = []
  const rest: SourceRange[] = []
  for (const file of files) {
    const record = byIdentity.get(file.identity)
    const isSame = record !== undefined && isUnchanged(record, file)
    if (isSame) {
      live.set(record.id, file)
      const { path, size, modified } = file
      records.push({ ...record, path, size, modified })
    }
    rest.push(...findGaps(file, (isSame && ranges.get(record.id)) || []))
  }
  return { live, records, rest }
}

function* findGaps(file: SourceFile, ranges: readonly IndexedRange[]): Generator<SourceRange> {
  let from = 0
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    if (start > from) yield { file, start: from, end: start }
    from = Math.max(from, end)
  }
  if (from < file.size) yield { file, start: from, end: file.size }
}

function isUnchanged(record: IndexedFile, file: SourceFile): boolean {
  if (file.size < record.indexed) return false
  const isTouched = file.modified !== record.modified || file.size !== record.size
  if (!isTouched && file.path === record.path) return true
  // A log only grows: one that was written to and did not was written anew.
  if (isTouched && file.size <= record.size) return false
  try {
    return withFile(file.path, open => checksumBeginning(open, record.indexed)) === record.checksum
  } catch (error) {
    if (isVanished(error)) return false
    throw error
  }
}
