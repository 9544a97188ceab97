import { stat } from 'node:fs/promises'
import type { EditedTextFileAttachment } from '@antiphon/core'
import { createStructuredPatch } from '@antiphon/core/patch'
import { numberLines } from '../files/number-lines.ts'
import { readTextFileIfAny } from '../files/read-text-file.ts'
import { NEVER_SAVED } from '../tool/editor.ts'
import type { FileMemory, KnownFile } from '../tool/file-memory.ts'

/**
 * What somebody else changed in files that the agent knows, since it saw them; the agent knows the new text then. A
 * change that cannot be shown whole makes the agent forget the file, so that it reads it before it writes.
 */
export async function collectEditedFiles(files: FileMemory): Promise<readonly EditedTextFileAttachment[]> {
  const attachments: EditedTextFileAttachment[] = []
  // A copy, because what is set again moves to the end.
  for (const [filename, known] of [...files.entries()].toSorted(byPath)) {
    const snippet = await lookAgain(filename, { known, files })
    if (snippet !== null) attachments.push({ type: 'edited_text_file', filename, snippet })
  }
  return attachments
}

const LARGEST_FILE = 4 * 1_048_576

async function lookAgain(
  path: string,
  { known, files }: { readonly known: KnownFile; readonly files: FileMemory },
): Promise<string | null> {
  const stats = await stat(path).catch(() => null)
  // It is in an editor only, and no disk tells what becomes of it.
  if (stats === null && known.modifiedAt === NEVER_SAVED) return null
  if (stats === null) {
    files.delete(path)
    return null
  }
  if (stats.mtimeMs === known.modifiedAt) return null
  if (known.isPartial || stats.size > LARGEST_FILE) {
    files.delete(path)
    return ''
  }
  const file = await readTextFileIfAny(path).catch(() => null)
  if (file === null || !('text' in file)) {
    files.delete(path)
    return null
  }
  const now = { modifiedAt: file.stats.mtimeMs, content: file.text, isPartial: false }
  files.set(path, now)
  // Somebody touched it and changed nothing.
  if (file.text === known.content) return null
  const change = formatChange(known.content, file.text)
  if (!change.isWhole) files.delete(path)
  return change.text
}

function byPath([one]: readonly [string, KnownFile], [other]: readonly [string, KnownFile]): number {
  return one < other ? -1 : 1
}

/** What a change left behind: the new lines with their numbers and surroundings, and where lines are gone. */
type FormattedChange = {
  readonly text: string
  /** False where the change was too long to be shown whole. */
  readonly isWhole: boolean
}

/** Tells a change of a file so that somebody who knew the old text knows the new one; bounded. */
export function formatChange(oldText: string, newText: string): FormattedChange {
  const hunks = createStructuredPatch(oldText, newText, MOST_STEPS)
  const parts: string[] = []
  let length = 0
  for (const { newStart, lines } of hunks) {
    const part = formatHunk(newStart, lines)
    length += part.length
    if (length > LONGEST_CHANGE) {
      const note = '[More has changed. Read the file again before you edit it.]'
      return { text: [...parts, note].join('\n...\n'), isWhole: false }
    }
    parts.push(part)
  }
  return { text: parts.join('\n...\n'), isWhole: true }
}

const LONGEST_CHANGE = 8_000
const MOST_STEPS = 2_000_000

function formatHunk(start: number, lines: readonly string[]): string {
  const parts: string[] = []
  let number = start
  let removed = 0
  const tellRemoved = (): void => {
    if (removed > 0) parts.push(`[${removed} ${removed === 1 ? 'line was' : 'lines were'} removed here]`)
    removed = 0
  }
  for (const line of lines) {
    if (line.startsWith('\\')) continue
    if (line.startsWith('-')) {
      removed += 1
      continue
    }
    // A line that was replaced is not missed.
    if (line.startsWith('+') && removed > 0) removed -= 1
    else if (!line.startsWith('+')) tellRemoved()
    parts.push(numberLines([line.slice(1)], number))
    number += 1
  }
  tellRemoved()
  return parts.join('\n')
}
