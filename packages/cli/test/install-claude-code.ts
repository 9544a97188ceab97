import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPATIBLE_VERSION } from '@antiphon/host'

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/antiphon-tests/', import.meta.url))
const HOME = join(CACHE, `claude-code-${COMPATIBLE_VERSION}`)
const PACKAGE = '@anthropic-ai/claude-code-linux-x64'

/** Whether Claude Code itself was installed for the long runs. */
export function hasClaudeCode(): boolean {
  return existsSync(HOME)
}

/** Where Claude Code itself is: 365 MB, which the lock does not name and only the soak installs, once. */
export function installClaudeCode(): string {
  if (!hasClaudeCode()) {
    const folder = `${HOME}-new`
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"name":"for-tests","private":true}\n')
    const args = [
      'install',
      `${PACKAGE}@${COMPATIBLE_VERSION}`,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    // A folder that bears the name is complete: it gets the name last.
    renameSync(folder, HOME)
  }
  return join(HOME, 'node_modules', PACKAGE, 'claude')
}
