import { stat } from 'node:fs/promises'
import type { EditedTextFileAttachment } from '@antiphon/core'
import { readTextFileIfAny } from '../files/read-text-file.ts'
import type { FileMemory, KnownFile } from '../tool/file-memory.ts'
import { formatChange } from './format-change.ts'

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
