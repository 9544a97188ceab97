import { realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The folders that hold `projects` with sessions in them. */
export type Roots = {
  /** Those that are there, each once, in the order in which they were looked for. */
  readonly roots: readonly string[]
  /** All places that were looked at. */
  readonly searched: readonly string[]
  /** Where a new session is written; it may not be there yet. Null where neither a variable nor a home says it. */
  readonly writeRoot: string | null
}

/**
 * Finds where sessions are kept: `CLAUDE_CONFIG_DIR` (one path, as in Claude Code), `~/.antiphon`, `~/.claude`, and
 * `~/.config/claude`, which some versions of Claude Code 1.0 used and many people set; then the folders that the person
 * named, where nothing new is written.
 */
export async function findRoots(
  env: Readonly<Record<string, string | undefined>>,
  homedir: string | undefined,
  folders: readonly string[] = [],
): Promise<Roots> {
  const asked = env.CLAUDE_CONFIG_DIR ? [resolve(env.CLAUDE_CONFIG_DIR)] : []
  const atHome = homedir ? listHomes(env, resolve(homedir)) : []
  const searched = [...new Set([...asked, ...atHome, ...folders.map(folder => resolve(folder))])]
  const byRealPath = new Map<string, string>()
  for (const path of searched) {
    const real = await findFolder(path)
    if (real !== null && !byRealPath.has(real)) byRealPath.set(real, path)
  }
  return { roots: [...byRealPath.values()], searched, writeRoot: [...asked, ...atHome][0] ?? null }
}

function listHomes(env: Readonly<Record<string, string | undefined>>, homedir: string): readonly string[] {
  const config = env.XDG_CONFIG_HOME ? resolve(env.XDG_CONFIG_HOME) : join(homedir, '.config')
  return [join(homedir, '.antiphon'), join(homedir, '.claude'), join(config, 'claude')]
}

/** The real path of a folder; null where there is none that may be looked into. */
async function findFolder(path: string): Promise<string | null> {
  try {
    const real = await realpath(path)
    return (await stat(real)).isDirectory() ? real : null
  } catch {
    return null
  }
}
