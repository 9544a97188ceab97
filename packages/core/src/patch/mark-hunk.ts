import { type MarkedText, markWords } from './mark-words.ts'
import type { PatchHunk } from './structured-patch.ts'

/** A line of a difference as it is drawn. */
export type DrawnLine = {
  readonly kind: 'same' | 'added' | 'removed'
  /** Where it stands in the old file and in the new one. */
  readonly before?: number
  readonly after?: number
  /** The line in stretches; more than one where it took the place of a line that is much like it. */
  readonly words: readonly MarkedText[]
}

/** The lines of a hunk with their numbers, and with the words marked in which a line differs from the one that it replaces. */
export function markHunk(hunk: Pick<PatchHunk, 'oldStart' | 'newStart' | 'lines'>): readonly DrawnLine[] {
  const drawn: DrawnLine[] = []
  let [before, after] = [hunk.oldStart, hunk.newStart]
  for (const { removed, added, same } of toStretches(hunk.lines)) {
    const pairs = removed.map((line, index) => {
      const other = added[index]
      return other === undefined ? null : markWords(line, other)
    })
    for (const [index, line] of removed.entries())
      drawn.push({ kind: 'removed', before: before++, words: pairs[index]?.before ?? whole(line) })
    for (const [index, line] of added.entries())
      drawn.push({ kind: 'added', after: after++, words: pairs[index]?.after ?? whole(line) })
    for (const line of same)
      drawn.push({ kind: 'same', before: before++, after: after++, words: whole(line) })
  }
  return drawn
}

type Stretch = { readonly removed: string[]; readonly added: string[]; readonly same: string[] }

/** What was replaced by what, and what follows unchanged. */
function toStretches(lines: readonly string[]): readonly Stretch[] {
  const stretches: Stretch[] = []
  const open = (): Stretch => {
    const stretch = { removed: [], added: [], same: [] }
    stretches.push(stretch)
    return stretch
  }
  for (const line of lines) {
    // That a file ends without a line's end is no line.
    if (line.startsWith('\\')) continue
    const last = stretches.at(-1) ?? open()
    const text = line.slice(1)
    if (line.startsWith('-')) (last.added.length + last.same.length > 0 ? open() : last).removed.push(text)
    else if (line.startsWith('+')) (last.same.length > 0 ? open() : last).added.push(text)
    else last.same.push(text)
  }
  return stretches
}

function whole(text: string): readonly MarkedText[] {
  return [{ text, isChanged: false }]
}
