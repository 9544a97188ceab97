import type { PatchHunk } from './structured-patch.ts'

/** How many lines a difference adds and removes. */
export type ChangedLines = { readonly added: number; readonly removed: number }

/** Counts them; the lines around them do not count. */
export function countChangedLines(hunks: readonly Pick<PatchHunk, 'lines'>[]): ChangedLines {
  const count = (sign: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter(line => line[0] === sign).length, 0)
  return { added: count('+'), removed: count('-') }
}
