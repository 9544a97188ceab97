import type { SessionRow } from '@antiphon/server/protocol'
import { splitPath } from './split-path.ts'

/** The repository of a session, or the folder that it works in. */
export function projectOf({ repository, cwd }: Pick<SessionRow, 'repository' | 'cwd'>): string | null {
  return repository ?? (cwd === null ? null : splitPath(cwd).name)
}
