import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@antiphon/contract'

/**
 * The sessions that a Claude Code which runs now has open: it notes its own in `sessions/<pid>.json` below the root, and
 * a process that died leaves the note behind. Empty for versions that write none.
 */
export async function findLivingWriters(root: string): Promise<ReadonlySet<string>> {
  const folder = join(root, 'sessions')
  const names = await readdir(folder).catch(() => [])
  const sessions = new Set<string>()
  for (const name of names.slice(0, MOST_NOTES)) {
    const pid = Number(/^(\d{1,10})\.json$/.exec(name)?.[1])
    if (!Number.isSafeInteger(pid) || pid <= 0 || !isAgent(pid)) continue
    const session = await readSession(join(folder, name))
    if (session !== undefined) sessions.add(session)
  }
  return sessions
}

const MOST_NOTES = 500

async function readSession(path: string): Promise<string | undefined> {
  try {
    const note: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isObject(note) && typeof note.sessionId === 'string' ? note.sessionId : undefined
  } catch {
    return undefined
  }
}

/** A pid may belong to another program by now; where the system tells which one runs, it is looked at. */
function isAgent(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  try {
    return /claude|node|bun/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))
  } catch {
    return true
  }
}
