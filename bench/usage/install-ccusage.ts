import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Side } from './measure.ts'

const CCUSAGE = 'ccusage@20.0.24'
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/ccusage', import.meta.url))
const ARGS = ['daily', '--offline', '--json', '--timezone', 'UTC']

/** Installs ccusage into a cache folder; a text says why it cannot be compared with. */
export function installCcusage(): Side | string {
  const shim = join(FOLDER, 'node_modules', 'ccusage', 'src', 'cli.js')
  try {
    if (!existsSync(shim)) install()
    // The shim also makes its program executable.
    const help = execFileSync(process.execPath, [shim, 'daily', '--help'], {
      encoding: 'utf8',
      timeout: 30_000,
    })
    if (!help.includes('--offline')) return `${CCUSAGE} has no offline mode`
  } catch (error) {
    return `${CCUSAGE} cannot be installed or run here: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
  const folder = `ccusage-${process.platform}-${process.arch}`
  const native = join(FOLDER, 'node_modules', '@ccusage', folder, 'bin', 'ccusage')
  return existsSync(native)
    ? { command: native, args: ARGS }
    : { command: process.execPath, args: [shim, ...ARGS] }
}

function install(): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'package.json'), '{"private":true}')
  const args = ['install', '--no-audit', '--no-fund', '--prefix', FOLDER, CCUSAGE]
  execFileSync('npm', args, { cwd: FOLDER, stdio: 'ignore', timeout: 120_000 })
}
