import { statSync } from 'node:fs'
import { join } from 'node:path'
import { withFile } from '../read-lines.ts'
import { isVanished } from '../sources/is-vanished.ts'
import type { SourceFile, SourceRange } from '../sources/list-sources.ts'
import { checksumBeginning } from '../sources/log-state.ts'
import type { IndexedFile, IndexedRange, Manifest, SegmentRecord } from './manifest.ts'

/** What of an index still holds for the files as they are now. */
type MatchedSources = {
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

/** What an update has to do. */
export type UpdatePlan = {
  /** The index as it is stored. */
  readonly stored: Manifest
  /** What of the old index still holds. */
  readonly manifest: Manifest
  /** Segments that are small or mostly dead: their stretches go into one new segment, and then they go. */
  readonly merged: readonly SegmentRecord[]
  readonly again: readonly SourceRange[]
  /** What is not indexed yet. */
  readonly rest: readonly SourceRange[]
}

type PlanOptions = {
  readonly folder: string
  readonly files: readonly SourceFile[]
  /** Names of segments that were found to be damaged. */
  readonly damaged: ReadonlySet<string>
}

/** Decides what to keep, what to index, and what to index again so that segments stay few. */
export function planUpdate(old: Manifest, { folder, files, damaged }: PlanOptions): UpdatePlan {
  const whole = old.segments.filter(segment => !damaged.has(segment.name) && isWritten(folder, segment))
  const { live, records, rest } = matchSources({ ...old, segments: whole }, files)
  const segments = whole.filter(({ ranges }) => ranges.some(({ file }) => live.has(file)))
  const merged = chooseMerged(segments, live)
  const again = merged.flatMap(({ ranges }) =>
    ranges.flatMap(({ file, start, end }) => {
      const source = live.get(file)
      return source ? [{ file: source, start, end }] : []
    }),
  )
  // Stretches that follow each other become one.
  again.sort((one, other) => compare(one.file.identity, other.file.identity) || one.start - other.start)
  return { stored: old, manifest: { files: records, segments, nextFile: old.nextFile }, merged, again, rest }
}

/** True if the segment's file is there in its full length. */
function isWritten(folder: string, { name, bytes }: SegmentRecord): boolean {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.size === bytes
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function chooseMerged(
  segments: readonly SegmentRecord[],
  live: ReadonlyMap<number, SourceFile>,
): readonly SegmentRecord[] {
  const sizes = new Map(segments.map(segment => [segment, measure(segment, live)]))
  for (const [index, most] of TIERS.entries()) {
    const least = TIERS[index - 1] ?? 0
    const alike = segments.filter(segment => {
      const size = sizes.get(segment)?.live ?? 0
      return size >= least && size < most
    })
    if (alike.length > MAX_ALIKE) return alike
  }
  const dead = segments.find(segment => {
    const size = sizes.get(segment)
    return size !== undefined && size.live * 2 < size.all
  })
  return dead ? [dead] : []
}

// One more segment of about the same size than this, and they become one: so a line is indexed again a few times only,
// however often its log is appended to.
const MAX_ALIKE = 8
const TIERS: readonly number[] = [64 << 10, 512 << 10, 4 << 20]

function measure(
  { ranges }: SegmentRecord,
  live: ReadonlyMap<number, SourceFile>,
): { readonly live: number; readonly all: number } {
  let [liveBytes, all] = [0, 0]
  for (const { file, start, end } of ranges) {
    all += end - start
    if (live.has(file)) liveBytes += end - start
  }
  return { live: liveBytes, all }
}
