import { listSessionFiles } from '@antiphon/transcript'
import { createBoundary } from '../logs/boundary.ts'
import { encodeLogId } from '../logs/log-id.ts'

/** The ids under which the page knows sessions, by the names of their logs; of two of one name the newest. */
export async function nameSessions(roots: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { files } = await listSessionFiles(roots)
  const isInside = createBoundary(roots)
  const ids = new Map<string, string>()
  for (const file of files)
    if (!ids.has(file.key.session) && isInside(file.path)) ids.set(file.key.session, encodeLogId(file))
  return ids
}
