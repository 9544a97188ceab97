import { isObject } from '@antiphon/contract'

/** A line of a change; numbers are those of the old and of the new file, where they are known. */
export type DiffLine = {
  readonly kind: 'same' | 'added' | 'removed' | 'gap'
  readonly text: string
  readonly before?: number
  readonly after?: number
}

/** The lines of a stored `structuredPatch`, with a gap between its hunks; empty for anything else. */
export function readPatch(patch: unknown): DiffLine[] {
  if (!Array.isArray(patch)) return []
  return patch.flatMap((hunk, index) => [
    ...(index > 0 ? [{ kind: 'gap' as const, text: '' }] : []),
    ...readHunk(hunk),
  ])
}

function readHunk(hunk: unknown): DiffLine[] {
  if (!isObject(hunk) || !Array.isArray(hunk.lines)) return []
  let before = toNumber(hunk.oldStart)
  let after = toNumber(hunk.newStart)
  const lines: DiffLine[] = []
  for (const line of hunk.lines) {
    if (typeof line !== 'string' || line.startsWith('\\')) continue
    const text = line.slice(1)
    if (line.startsWith('-')) lines.push({ kind: 'removed', text, before: before++ })
    else if (line.startsWith('+')) lines.push({ kind: 'added', text, after: after++ })
    else lines.push({ kind: 'same', text, before: before++, after: after++ })
  }
  return lines
}

function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 1
}
