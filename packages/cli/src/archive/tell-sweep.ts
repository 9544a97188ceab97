import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findConfigFolder, findSweep, homeOf, type Io, type Sweep } from '@antiphon/host'
import { findCacheFolder } from '@antiphon/search'

/**
 * What to say of sessions that Claude Code will delete and that no archive has: at most once a day, or when they become
 * more, and only to a person.
 */
export async function tellSweep(roots: readonly string[], io: Io): Promise<readonly string[]> {
  if (!io.stderr.isTerminal) return []
  const now = new Date()
  const home = homeOf(io)
  const sweep = await findSweep({ configFolder: findConfigFolder(io.env, home), roots, now })
  if (sweep.sessions === 0) return []
  const folder = findCacheFolder(io.env, home)
  const told = readTold(folder)
  if (told && now.getTime() - told.at < DAY_MS && sweep.sessions <= told.sessions) return []
  keepTold(folder, { at: now.getTime(), sessions: sweep.sessions })
  return [formatSweep(sweep, now)]
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

type Told = { readonly at: number; readonly sessions: number }

const DAY_MS = 24 * 60 * 60 * 1000
const FILE = 'sweep-told.json'

function readTold(folder: string | null): Told | null {
  try {
    return folder === null ? null : (JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Told)
  } catch {
    return null
  }
}

/** Where nothing can be kept, it is said again. */
function keepTold(folder: string | null, told: Told): void {
  if (folder === null) return
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, FILE), JSON.stringify(told), { mode: 0o600 })
  } catch {}
}
