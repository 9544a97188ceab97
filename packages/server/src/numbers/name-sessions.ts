import { listSessionFiles } from '@antiphon/transcript'
import { createLogReach } from '../access/reach.ts'
import { createBoundary } from '../logs/boundary.ts'
import { encodeLogId } from '../logs/log-id.ts'

/** The ids under which the page knows sessions, by the names of their logs; of two of one name the newest. */
export async function nameSessions(
  roots: readonly string[],
  projects: readonly string[] | null,
): Promise<ReadonlyMap<string, string>> {
  const reach = createLogReach(projects, roots)
  const { files } = await listSessionFiles(roots)
  const isInside = createBoundary(roots)
  const ids = new Map<string, string>()
  for (const file of files)
    if (!ids.has(file.key.session) && reach.hasPath(file.path) && isInside(file.path))
      ids.set(file.key.session, encodeLogId(file))
  return ids
}
