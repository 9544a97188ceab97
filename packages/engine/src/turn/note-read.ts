import { readTextFile } from '../files/read-text-file.ts'
import type { Session } from '../session/session.ts'

/** A file that somebody read outside of this conversation, and when it had been changed last. */
export type SeenFile = { readonly path: string; readonly modifiedAt: number }

/**
 * Lets tools change a file that somebody read elsewhere: as if the agent had read it. Gives why it does not count: the
 * file is newer, is gone, or is no text; null where it counts.
 */
export async function noteRead(
  { files }: Pick<Session, 'files'>,
  { path, modifiedAt }: SeenFile,
): Promise<string | null> {
  try {
    const file = await readTextFile(path)
    if ('refusal' in file) return file.refusal
    // Hosts tell whole milliseconds.
    if (Math.floor(file.stats.mtimeMs) > Math.floor(modifiedAt))
      return `${path} has changed since; read it again`
    files.set(path, { modifiedAt: file.stats.mtimeMs, content: file.text, isPartial: false })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
