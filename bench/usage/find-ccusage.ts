import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Side } from './measure.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const SHIM = join(MODULES, 'ccusage', 'src', 'cli.js')
const ARGS = ['daily', '--offline', '--json', '--timezone', 'UTC']

/** ccusage as the lock names it, or the program that `CCUSAGE` names; a text says why it cannot be compared with. */
export function findCcusage(): Side | string {
  const { CCUSAGE: given } = process.env
  if (given !== undefined) return { command: given, args: ARGS }
  try {
    // The shim also makes its program executable.
    const help = execFileSync(process.execPath, [SHIM, 'daily', '--help'], {
      encoding: 'utf8',
      timeout: 30_000,
    })
    if (!help.includes('--offline')) return 'ccusage has no offline mode'
  } catch (error) {
    return `ccusage does not run here: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
  const native = join(MODULES, '@ccusage', `ccusage-${process.platform}-${process.arch}`, 'bin', 'ccusage')
  return existsSync(native)
    ? { command: native, args: ARGS }
    : { command: process.execPath, args: [SHIM, ...ARGS] }
}

/** Its name with its version. */
export function nameCcusage({ command }: Side): string {
  const runs = [...(command === process.execPath ? [SHIM] : []), '--version']
  const version = execFileSync(command, runs, { encoding: 'utf8', timeout: 30_000 })
  return `ccusage ${/\d+\.\d+\.\d+/.exec(version)?.[0] ?? 'of an unknown version'}`
}
