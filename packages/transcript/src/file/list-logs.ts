import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isSafeName } from '../store/session-key.ts'
import type { ListFilter, StoredLog } from '../store/transcript-store.ts'
import { isDraftName } from './draft-name.ts'
import { toSessionKey } from './log-path.ts'

/** Every log of the projects in a folder, a folder at a time; what vanishes meanwhile is left out. */
export async function* listLogs(
  projects: string,
  filter: ListFilter = {},
): AsyncGenerator<StoredLog, void, undefined> {
  const names = filter.project === undefined ? await namesIn(projects) : [filter.project].filter(isSafeName)
  for (const project of names) yield* listFolder(projects, join(projects, project), filter)
}

async function* listFolder(
  projects: string,
  folder: string,
  filter: ListFilter,
): AsyncGenerator<StoredLog, void, undefined> {
  for (const name of await namesIn(folder)) {
    if (isDraftName(name)) continue
    const path = join(folder, name)
    const relativePath = relative(projects, path)
    if (!isWanted(relativePath, filter)) continue
    const key = toSessionKey(relativePath)
    if (!key) {
      yield* listFolder(projects, path, filter)
      continue
    }
    const stats = await stat(path).catch(() => null)
    if (stats?.isFile()) yield { key, seq: stats.size, modifiedAt: stats.mtime.toISOString() }
  }
}

function isWanted(relativePath: string, { session }: ListFilter): boolean {
  if (session === undefined) return true
  const second = relativePath.split(sep)[1]
  return second === session || second === `${session}.jsonl`
}

/** Sorted, so that a list is the same each time; nothing where the folder is none. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).sort()
}
