import type { DiffLine } from './read-patch.ts'

export type DiffBounds = { readonly maxLines: number; readonly maxUnits: number }

/** As much of a change as can be drawn, and how many characters and lines of it are left. */
export type BoundDiff = {
  readonly lines: readonly DiffLine[]
  readonly cutLines: number
  readonly cutUnits: number
}

/** The first lines of a change; the one in which the bound is reached is cut there. */
export function boundDiff(lines: readonly DiffLine[], { maxLines, maxUnits }: DiffBounds): BoundDiff {
  const shown: DiffLine[] = []
  let left = maxUnits
  for (const line of lines) {
    if (shown.length >= maxLines || left <= 0) break
    shown.push(line.text.length <= left ? line : { ...line, text: line.text.slice(0, left) })
    left -= line.text.length
  }
  const units = (all: readonly DiffLine[]): number => all.reduce((sum, { text }) => sum + text.length, 0)
  return {
    lines: shown,
    cutLines: lines.length - shown.length,
    cutUnits: units(lines) - units(shown),
  }
}
