import { type MarkedText, markWords } from '@antiphon/core/patch'
import type { DiffLine } from './read-patch.ts'

/** One change with the lines around it. */
export type DiffHunk = { readonly lines: readonly DiffLine[] }

/** A row of a diff that stands side by side; null where the other side has a line more. */
export type DiffPair = { readonly before: DiffLine | null; readonly after: DiffLine | null }

/** The changes of a diff, without the gaps between them. */
export function toHunks(lines: readonly DiffLine[]): readonly DiffHunk[] {
  const hunks: DiffLine[][] = [[]]
  for (const line of lines) {
    if (line.kind === 'gap') hunks.push([])
    else hunks.at(-1)?.push(line)
  }
  return hunks.filter(hunk => hunk.length > 0).map(hunk => ({ lines: hunk }))
}

/** Lines side by side: what was removed beside what came in its place. */
export function pairLines(lines: readonly DiffLine[]): readonly DiffPair[] {
  const pairs: DiffPair[] = []
  let removed: DiffLine[] = []
  let added: DiffLine[] = []
  const close = (): void => {
    const count = Math.max(removed.length, added.length)
    for (let at = 0; at < count; at += 1)
      pairs.push({ before: removed[at] ?? null, after: added[at] ?? null })
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'removed') {
      // What is removed behind what was added is another change.
      if (added.length > 0) close()
      removed.push(line)
    } else if (line.kind === 'added') added.push(line)
    else {
      close()
      pairs.push({ before: line, after: line })
    }
  }
  close()
  return pairs
}

/** For each line that took the place of another which is much the same: the words in which they differ. */
export function markLines(pairs: readonly DiffPair[]): ReadonlyMap<DiffLine, readonly MarkedText[]> {
  const marks = new Map<DiffLine, readonly MarkedText[]>()
  for (const { before, after } of pairs) {
    if (!before || !after || before === after) continue
    const marked = markWords(before.text, after.text)
    if (!marked) continue
    marks.set(before, marked.before)
    marks.set(after, marked.after)
  }
  return marks
}
