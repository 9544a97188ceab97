import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findConfigFolder, findSweep, homeOf, type Io, type Sweep } from '@antiphon/host'
import { findCacheFolder } from '@antiphon/search'
import { makeFolder } from '@antiphon/transcript'

/**
 * What to say of sessions that Claude Code will delete and that no archive has: only to a person, and looked for at most
 * once a day, since it costs a look at every session.
 */
export async function tellSweep(roots: readonly string[], io: Io): Promise<readonly string[]> {
  if (!io.stderr.isTerminal) return []
  const now = new Date()
  const home = homeOf(io)
  const folder = findCacheFolder(io.env, home)
  const lookedAt = readLookedAt(folder)
  if (lookedAt !== null && now.getTime() - lookedAt < DAY_MS) return []
  keepLookedAt(folder, now.getTime())
  const sweep = await findSweep({ configFolder: findConfigFolder(io.env, home), roots, now })
  return sweep.sessions === 0 ? [] : [formatSweep(sweep, now)]
}

/** One sentence, and the command that helps. */
export function formatSweep({ sessions, firstAt, days }: Sweep, now: Date): string {
  const [what, them] = sessions === 1 ? ['1 session', 'it'] : [`${sessions} sessions`, 'them']
  const when =
    firstAt === null || Date.parse(firstAt) <= now.getTime()
      ? 'when it starts next'
      : `within a week, the first from ${firstAt.slice(0, 10)} on`
  return `Claude Code will delete ${what} ${when} (it keeps them for ${days} days), and no archive has ${them}. This keeps ${them}: antiphon archive`
}

const DAY_MS = 24 * 60 * 60 * 1000
const FILE = 'sweep-looked-at'

function readLookedAt(folder: string | null): number | null {
  try {
    return folder === null ? null : Number(readFileSync(join(folder, FILE), 'utf8'))
  } catch {
    return null
  }
}

/** Where nothing can be kept, it is looked for again. */
function keepLookedAt(folder: string | null, at: number): void {
  if (folder === null) return
  try {
    makeFolder(folder)
    writeFileSync(join(folder, FILE), String(at), { mode: 0o600 })
  } catch {}
}
