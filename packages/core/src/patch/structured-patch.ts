import type { JsonObject } from '@antiphon/contract'
import { type CommonLines, diffLines } from './diff-lines.ts'

/** A stretch of a patch, as `toolUseResult` keeps it: each line begins with a blank, `-` or `+`. */
export type PatchHunk = JsonObject & {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

/** What turns one text into the other, with three lines of surroundings; as a unified diff has it. */
export function createStructuredPatch(
  oldText: string,
  newText: string,
  maxSteps?: number,
): readonly PatchHunk[] {
  const [oldLines, newLines] = [splitLines(oldText), splitLines(newText)]
  const changes = toChanges(diffLines(oldLines, newLines, maxSteps), oldLines.length, newLines.length)
  return group(changes).map(changes => toHunk(changes, oldLines, newLines))
}

const CONTEXT_LINES = 3
const NO_NEWLINE = '\\ No newline at end of file'

/** Each line with its end, so that a last line without one differs from a line with one. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split('\n').map(line => `${line}\n`)
  const last = text.slice(text.lastIndexOf('\n') + 1)
  lines.pop()
  return last === '' ? lines : [...lines, last]
}

type Change = {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** What lies between the common stretches. */
function toChanges(common: readonly CommonLines[], oldLength: number, newLength: number): readonly Change[] {
  const changes: Change[] = []
  let [oldStart, newStart] = [0, 0]
  for (const { oldIndex, newIndex, length } of [
    ...common,
    { oldIndex: oldLength, newIndex: newLength, length: 0 },
  ]) {
    if (oldIndex > oldStart || newIndex > newStart)
      changes.push({ oldStart, oldEnd: oldIndex, newStart, newEnd: newIndex })
    oldStart = oldIndex + length
    newStart = newIndex + length
  }
  return changes
}

/** Changes whose surroundings touch belong to one hunk. */
function group(changes: readonly Change[]): readonly (readonly [Change, ...Change[]])[] {
  const groups: [Change, ...Change[]][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const previous = last?.at(-1)
    if (
      last !== undefined &&
      previous !== undefined &&
      change.oldStart - previous.oldEnd <= CONTEXT_LINES * 2
    )
      last.push(change)
    else groups.push([change])
  }
  return groups
}

function toHunk(
  changes: readonly [Change, ...Change[]],
  oldLines: readonly string[],
  newLines: readonly string[],
): PatchHunk {
  const [first] = changes
  const last = changes.at(-1) ?? first
  const before = Math.min(CONTEXT_LINES, first.oldStart)
  const after = Math.min(CONTEXT_LINES, oldLines.length - last.oldEnd)
  // Lists of lists: a file may have more lines than a call may have arguments.
  const lines: (readonly string[])[] = []
  let position = first.oldStart - before
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    lines.push(marked(' ', oldLines.slice(position, oldStart)))
    lines.push(marked('-', oldLines.slice(oldStart, oldEnd)))
    lines.push(marked('+', newLines.slice(newStart, newEnd)))
    position = oldEnd
  }
  lines.push(marked(' ', oldLines.slice(position, last.oldEnd + after)))
  return {
    oldStart: first.oldStart - before + 1,
    oldLines: last.oldEnd - first.oldStart + before + after,
    newStart: first.newStart - before + 1,
    newLines: last.newEnd - first.newStart + before + after,
    lines: lines.flat(),
  }
}

function marked(sign: string, lines: readonly string[]): readonly string[] {
  return lines.flatMap(line => (line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, NO_NEWLINE]))
}
