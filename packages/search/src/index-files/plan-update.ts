import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile, SourceRange } from '../sources/list-sources.ts'
import type { Manifest, SegmentRecord } from './manifest.ts'
import { matchSources } from './match-sources.ts'

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

export type PlanOptions = {
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
