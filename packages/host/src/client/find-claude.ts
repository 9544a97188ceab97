import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** An installed Claude Code. */
export type InstalledClaude = { readonly path: string; readonly version: string }

/** Where a program is looked for. */
export type ProgramSurroundings = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string | undefined
}

/**
 * The `claude` that a person would start, or the one that `ANTIPHON_CLAUDE` names; null where there is none that tells
 * its version.
 */
export async function findClaude({ env, home }: ProgramSurroundings): Promise<InstalledClaude | null> {
  const named = env.ANTIPHON_CLAUDE
  // A relative one means another folder wherever one stands: what lies in somebody's clone is not what is installed.
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute)
  // Where its own installers put it, for a window that was started without the shell's path.
  const own = home === undefined ? [] : OWN_FOLDERS.map(folder => join(home, folder))
  const places = named
    ? [named]
    : [...folders, ...own].flatMap(folder => NAMES.map(name => join(folder, name)))
  for (const path of places) {
    const version = (await isProgram(path)) ? await readVersion(path, env) : null
    if (version !== null) return { path, version }
  }
  return null
}

const OWN_FOLDERS = ['.local/bin', '.claude/local']
const NAMES: readonly string[] = process.platform === 'win32' ? ['claude.exe', 'claude.cmd'] : ['claude']

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

function readVersion(path: string, env: ProgramSurroundings['env']): Promise<string | null> {
  return new Promise(resolve => {
    const options = { env, timeout: MAX_VERSION_MS, shell: path.endsWith('.cmd') }
    execFile(path, ['--version'], options, (error, stdout) => {
      const version = /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0]
      resolve(error || version === undefined ? null : version)
    })
  })
}

// The first start after an installation unpacks itself.
const MAX_VERSION_MS = 20_000
