import { findAgent, noteDeleted, toLogPath } from '@antiphon/transcript'
import type { SessionAddress } from '../person/rename-session.ts'
import { findArchiveOf } from './archive-place.ts'

/**
 * Tells the archive that a person deleted a session, or that it is back (null): what they do not want to see must not
 * come back out of it. It goes for good when the trash would have let it go.
 */
export async function noteDeletion(
  config: string | null,
  { root, key }: SessionAddress,
  at: string | null,
): Promise<void> {
  const archive = await findArchiveOf(config)
  if (archive === null) return
  const { project, session } = key
  const origin = { path: toLogPath(root, key), row: '' }
  await noteDeleted(archive.folder, { agent: findAgent({ root }), project, session, origin }, at)
}
