import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { COPY_REFUSAL, isCopyRoot } from '@antiphon/readers/places'
import type { ConversionTarget } from '@antiphon/transcript'

export { COPY_REFUSAL }

/** What is unpacked from the archive lies beside this file. */
export const ARCHIVE_VIEW_FILE = 'archive-view'

/** Why nothing is done with such a session but reading it. */
export const ARCHIVE_REFUSAL =
  'It is in the archive alone: `antiphon archive restore SESSION` puts it back where its agent finds it.'

/** Refuses to write a session of which there is only a copy; null where it is the person's own. */
export function refuseCopy({ root }: { readonly root: string | null }): { readonly refusal: string } | null {
  if (root === null) return null
  if (isCopyRoot(root)) return { refusal: COPY_REFUSAL }
  return isArchiveRoot(root) ? { refusal: ARCHIVE_REFUSAL } : null
}

/** True for a root whose sessions are in the archive alone. */
export function isArchiveRoot(root: string): boolean {
  return existsSync(join(root, ARCHIVE_VIEW_FILE))
}

/** The same of going on with one; of another agent's with the words that make a session of it. */
export function refuseToGoOn(
  { root }: { readonly root: string | null },
  session: string,
  target: ConversionTarget,
): string | null {
  if (root === null) return null
  if (!isCopyRoot(root)) return refuseCopy({ root })?.refusal ?? null
  return `It is another agent's session. Make one of it that can be gone on with: antiphon convert ${session} --to ${target}`
}
