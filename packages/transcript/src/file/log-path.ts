import { join } from 'node:path'
import { checkSessionKey, type SessionKey } from '../store/session-key.ts'

/** Where a key's log lies below a root: `projects/<project>/<session>.jsonl`, subagents in a folder beside it. */
export function toLogPath(root: string, key: SessionKey): string {
  return toPathBelow(join(root, 'projects'), key)
}

/** The same below a folder that holds the folders of projects, whatever its name. */
export function toPathBelow(projects: string, key: SessionKey): string {
  checkSessionKey(key)
  const session = join(projects, key.project, key.session)
  return key.subpath === undefined ? `${session}.jsonl` : `${join(session, ...key.subpath.split('/'))}.jsonl`
}

/** The key of a log's path relative to `projects`, or null for what is no log. */
export function toSessionKey(relativePath: string): SessionKey | null {
  const parts = relativePath.split(/[/\\]/)
  const [project, second, ...rest] = parts
  if (!project || !second || !relativePath.endsWith(EXTENSION)) return null
  if (rest.length === 0) return { project, session: second.slice(0, -EXTENSION.length) }
  return { project, session: second, subpath: rest.join('/').slice(0, -EXTENSION.length) }
}

const EXTENSION = '.jsonl'
