import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The shell that runs commands: bash where there is one, else sh; null where there is neither. */
export function findShell(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(folder => folder !== '')
  const isWindows = platform === 'win32'
  const places = isWindows ? folders : [...folders, '/bin', '/usr/bin']
  const names = isWindows ? ['bash.exe', 'sh.exe'] : ['bash', 'sh']
  const candidates = names.flatMap(name => places.map(folder => join(folder, name)))
  return candidates.find(isExecutable) ?? null
}

/** What to say where no shell was found. */
export const NO_SHELL: string =
  process.platform === 'win32'
    ? 'No bash was found on the PATH. Install Git for Windows, which brings one, and start the session again.'
    : 'Neither bash nor sh was found on the PATH or in /bin. Commands cannot be run here.'

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
