import type { FileOfSession } from '@antiphon/core/turns'
import { computeDiff } from '../diff/compute-diff.ts'
import { type DiffLine, readPatch } from '../diff/read-patch.ts'

/** The lines of a file's difference, a gap between two changes; of a file of which only pieces are known, those. */
export function toFileLines({ hunks, loose }: FileOfSession): readonly DiffLine[] {
  if (hunks.length > 0) return readPatch(hunks)
  return loose.flatMap(({ before, after }, index) => [
    ...(index > 0 ? [{ kind: 'gap' as const, text: '' }] : []),
    ...computeDiff(before, after),
  ])
}
