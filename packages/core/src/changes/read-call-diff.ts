import { isObject } from '@antiphon/contract'
import { readArray, readNumber, readStrings } from '../message/read-field.ts'
import { type ChangedLines, countChangedLines } from '../patch/count-changed-lines.ts'
import { createStructuredPatch, type PatchHunk } from '../patch/structured-patch.ts'
import type { ToolStory } from '../ui/tool-story.ts'
import { readStoredEdit, type StoredCall } from './read-file-edit.ts'

/** What one call changed in one file. */
export type CallDiff = {
  readonly path: string
  readonly hunks: readonly PatchHunk[]
  readonly isCreated: boolean
  /** False where nothing tells where in the file it stands. */
  readonly isNumbered: boolean
  readonly added: number
  readonly removed: number
}

/** Reads what a finished call wrote: its stored patch, else what it replaced; undefined for a call that wrote nothing. */
export function readCallDiff(story: ToolStory): CallDiff | undefined {
  const { name, input, status } = story
  const result: unknown = story.result
  const told = isObject(result) ? result.toolUseResult : undefined
  return status === 'done' ? readStoredDiff({ name, input, told }) : undefined
}

/** The same of a call that is known to have succeeded. */
export function readStoredDiff(call: StoredCall): CallDiff | undefined {
  const edit = readStoredEdit(call)
  if (!edit) return undefined
  const { path, before, apply, fragments } = edit
  const stored = readStoredHunks(call.told)
  if (stored.length > 0) return toDiff({ path, hunks: stored, isCreated: before === null, isNumbered: true })
  if (fragments.length === 0) {
    const hunks = createStructuredPatch(before ?? '', apply(before ?? '') ?? '', MOST_STEPS)
    return toDiff({ path, hunks, isCreated: before === null, isNumbered: true })
  }
  const hunks = fragments.flatMap(fragment =>
    createStructuredPatch(withEnd(fragment.before), withEnd(fragment.after), MOST_STEPS),
  )
  return toDiff({ path, hunks, isCreated: false, isNumbered: false })
}

// A text that was written anew as a whole needs no exact difference.
const MOST_STEPS = 2000

function toDiff(diff: Omit<CallDiff, keyof ChangedLines>): CallDiff {
  return { ...diff, ...countChangedLines(diff.hunks) }
}

/** A piece of a line ends where it ends, which is not to be told. */
function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function readStoredHunks(told: unknown): readonly PatchHunk[] {
  return readArray(told, 'structuredPatch').flatMap(hunk => {
    const lines = readStrings(hunk, 'lines')
    const [oldStart, newStart] = [readNumber(hunk, 'oldStart'), readNumber(hunk, 'newStart')]
    if (oldStart === undefined || newStart === undefined || lines.length === 0) return []
    const oldLines = lines.filter(line => line.startsWith('-') || line.startsWith(' ')).length
    const newLines = lines.filter(line => line.startsWith('+') || line.startsWith(' ')).length
    return [{ oldStart, oldLines, newStart, newLines, lines }]
  })
}
