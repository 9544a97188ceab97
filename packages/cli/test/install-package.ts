import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/antiphon-tests/', import.meta.url))
const LONGEST = 100_000

/** Where a package lies with its dependencies, or why it cannot be had. */
export type InstalledPackage = { readonly modules: string } | { readonly missing: string }

/**
 * Installs a package for the tests alone, without what it names as optional, into a folder that git ignores. It is
 * installed once; who comes while somebody installs it waits.
 */
export async function installPackage(name: string, version: string): Promise<InstalledPackage> {
  const home = join(CACHE, `${name.replaceAll('/', '-')}-${version}`)
  const lock = `${home}.installing`
  mkdirSync(CACHE, { recursive: true })
  const deadline = Date.now() + LONGEST
  while (!existsSync(home)) {
    if (takeLock(home, lock)) {
      try {
        await install(`${name}@${version}`, home)
      } catch (error) {
        return { missing: describe(error) }
      } finally {
        rmSync(lock, { recursive: true, force: true })
      }
    }
    if (Date.now() > deadline) return { missing: 'somebody else began to install it, and did not finish' }
    if (!existsSync(home)) await setTimeout(200)
  }
  return { modules: join(home, 'node_modules') }
}

/** One that somebody left behind counts no longer. */
function takeLock(home: string, lock: string): boolean {
  if (existsSync(home)) return false
  try {
    mkdirSync(lock)
    return true
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > LONGEST) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/** A folder that bears the package's name is complete: it gets the name last. */
async function install(wanted: string, home: string): Promise<void> {
  const folder = mkdtempSync(join(CACHE, 'new-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{"name":"for-tests","private":true}\n')
    await promisify(execFile)(
      'npm',
      [
        ...['install', wanted, '--prefix', folder, '--omit=optional'],
        ...[
          '--no-audit',
          '--no-fund',
          '--loglevel=error',
          '--fetch-retries=1',
          '--fetch-retry-mintimeout=500',
          '--fetch-timeout=30000',
        ],
      ],
      { cwd: folder, timeout: LONGEST - 5000 },
    )
    renameSync(folder, home)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function describe(error: unknown): string {
  const stderr = (error as { readonly stderr?: string }).stderr ?? ''
  return (stderr || String(error)).trim().split('\n').slice(0, 3).join(' ')
}
