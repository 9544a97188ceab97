import type { FileOutcome } from './know-file.ts'
import { type ReadFilesOptions, readFiles } from './read-files.ts'
import { type PendingFile, recallFile } from './recall-file.ts'
import type { KnownFiles } from './usage-cache.ts'

export type KnowFilesOptions = Omit<ReadFilesOptions, 'onOutcome'> & {
  readonly known: KnownFiles
  /** Told once of every file, by its place, in no order. */
  readonly onOutcome: (place: number, outcome: FileOutcome) => void
}

/** Finds out what every file says: what is remembered of it where that is still true, and what it is read to say. */
export async function knowFiles(paths: readonly string[], options: KnowFilesOptions): Promise<void> {
  const { known, hasTools, signal, onOutcome, pause } = options
  const pending: PendingFile[] = []
  for (const [place, path] of paths.entries()) {
    signal?.throwIfAborted()
    const recalled = recallFile(path, known.get(path), hasTools)
    if (recalled.kind === 'known') onOutcome(place, { kind: 'known', file: recalled.file, isRead: false })
    else pending.push({ place, path, known: recalled.known, bytes: recalled.bytes })
    await pause()
  }
  await readFiles(pending, { ...options, onOutcome: ({ place }, outcome) => onOutcome(place, outcome) })
}
