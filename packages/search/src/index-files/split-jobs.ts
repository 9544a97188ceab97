import { NEWLINE, readAt } from '../read-lines.ts'
import { isVanished } from '../sources/is-vanished.ts'
import type { SourceRange } from '../sources/list-sources.ts'

/** Stretches in groups of about so many bytes, in their order; a long one is cut behind a line. */
export function splitJobs(
  ranges: readonly SourceRange[],
  jobBytes: number,
): readonly (readonly SourceRange[])[] {
  const jobs: SourceRange[][] = []
  let open: SourceRange[] = []
  let size = 0
  for (const range of ranges.flatMap(whole => [...cutLong(whole, jobBytes)])) {
    open.push(range)
    size += range.end - range.start
    if (size < jobBytes) continue
    jobs.push(open)
    open = []
    size = 0
  }
  return open.length > 0 ? [...jobs, open] : jobs
}

function* cutLong({ file, start, end }: SourceRange, most: number): Generator<SourceRange> {
  let from = start
  while (end - from > most * 1.5) {
    const cut = lineEndBehind(file.path, from + most)
    if (cut === undefined || cut >= end) break
    yield { file, start: from, end: cut }
    from = cut
  }
  yield { file, start: from, end }
}

function lineEndBehind(path: string, position: number): number | undefined {
  try {
    for (let at = position; ; at += STEP_BYTES) {
      const bytes = readAt(path, at, STEP_BYTES)
      const newline = bytes.indexOf(NEWLINE)
      if (newline !== -1) return at + newline + 1
      if (bytes.length < STEP_BYTES) return undefined
    }
  } catch (error) {
    if (!isVanished(error)) throw error
    return undefined
  }
}

const STEP_BYTES = 1 << 16
