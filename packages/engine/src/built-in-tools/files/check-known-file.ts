import type { TextFile } from '../../files/read-text-file.ts'
import type { FileMemory } from '../../tool/file-memory.ts'

/** Why a file must not be changed yet: the model has not read it, or somebody changed it since. Null if it may. */
export function checkKnownFile(path: string, file: TextFile, files: FileMemory): string | null {
  const known = files.get(path)
  if (known === undefined) return `${path} has not been read yet. Read it first, then change it.`
  // The whole content says more than a time stamp: a formatter that changed nothing is no change.
  const isUnchanged = known.isPartial ? known.modifiedAt === file.stats.mtimeMs : known.content === file.text
  if (isUnchanged) return null
  return `${path} ${CHANGED}`
}

/** The words for a file that changed while it was being written. */
export function describeRace(path: string): string {
  return `${path} ${CHANGED}`
}

const CHANGED =
  'has changed since it was read, by the person or by a program. Read it again, then make the change on what is there now.'
