import { createGlobFilter } from '../../files/glob-filter.ts'
import { SKIPPED_FOLDERS, walkFiles } from '../../files/walk-files.ts'

export type ProjectFilesOptions = {
  readonly root: string
  readonly mayRead: (path: string) => boolean
  readonly maxFiles: number
  readonly signal: AbortSignal
}

/** The files of a project by their paths below its folder, without what is ignored or must not be read; as many as may be. */
export async function listProjectFiles(options: ProjectFilesOptions): Promise<readonly string[]> {
  const { root, mayRead, maxFiles, signal } = options
  const filter = createGlobFilter(SKIPPED_FOLDERS.map(name => `!${name}`))
  const files: string[] = []
  try {
    for await (const { path, relative } of walkFiles({ root, filter, signal })) {
      if (mayRead(path)) files.push(relative)
      if (files.length >= maxFiles) break
    }
  } catch (error) {
    // Whoever has no more time takes what was found.
    if (!signal.aborted) throw error
  }
  return files
}
