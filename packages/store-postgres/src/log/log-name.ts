import { createHash } from 'node:crypto'
import { checkSessionKey, formatSessionKey, type SessionKey } from '@antiphon/transcript'

/** The name of a log in the tables: the same on every host, and what a sharded database distributes by. */
export function toLogName(key: SessionKey): string {
  checkSessionKey(key)
  const hash = createHash('sha256').update(formatSessionKey(key)).digest('hex')
  return [8, 4, 4, 4, 12]
    .map((length, index, all) => {
      const start = all.slice(0, index).reduce((sum, part) => sum + part, 0)
      return hash.slice(start, start + length)
    })
    .join('-')
}

/** The key of a row that has `project`, `session` and `subpath`. */
export function toKey(project: unknown, session: unknown, subpath: unknown): SessionKey {
  const key = { project: String(project), session: String(session) }
  return subpath === '' ? key : { ...key, subpath: String(subpath) }
}
