import { isUtf8 } from 'node:buffer'
import { diffLines } from '@antiphon/core/patch'

export type ChangedLines = { readonly insertions: number; readonly deletions: number }

/** How many lines differ between two contents; none where one of them is no text. */
export function countChangedLines(before: Buffer, after: Buffer): ChangedLines {
  const [oldLines, newLines] = [toLines(before), toLines(after)]
  if (oldLines === null || newLines === null) return { insertions: 0, deletions: 0 }
  const common = countCommonLines(oldLines, newLines)
  return { insertions: newLines.length - common, deletions: oldLines.length - common }
}

const MAXIMUM_STEPS = 2_000_000

/** Lines that only one side has are never common: without them two files that have little in common cost little. */
function countCommonLines(oldLines: readonly string[], newLines: readonly string[]): number {
  const [oldSet, newSet] = [new Set(oldLines), new Set(newLines)]
  const common = diffLines(
    oldLines.filter(line => newSet.has(line)),
    newLines.filter(line => oldSet.has(line)),
    MAXIMUM_STEPS,
  )
  return common.reduce((sum, { length }) => sum + length, 0)
}

function toLines(bytes: Buffer): readonly string[] | null {
  if (bytes.includes(0) || !isUtf8(bytes)) return null
  return bytes.toString('utf8').match(/[^\n]*\n|[^\n]+$/g) ?? []
}
