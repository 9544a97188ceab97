import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeStop } from './before-stop.mjs'
import { completeLock, missingOptional, withoutAddresses, withoutUnknown } from './lock-file.mjs'
import { NPM_FLAGS } from './npm-flags.mjs'
import { readFailure } from './npm-output.mjs'
import { runWatched } from './run-watched.mjs'
import { SetUpError } from './set-up-error.mjs'

const ARGS = ['install', '--package-lock-only', '--include=dev', '--loglevel=error', ...NPM_FLAGS]

/**
 * Makes a project's lock fit its manifests, complete for every system; what need not change stays as it is. Where that
 * fails the lock is as it was. Gives how many packages it names, and how many of them the registry has not got.
 */
export async function makeLock(root, { env = process.env } = {}) {
  const path = join(root, 'package-lock.json')
  const before = existsSync(path) ? readFileSync(path, 'utf8') : null
  const restore = () => (before === null ? rmSync(path, { force: true }) : writeFileSync(path, before))
  const forget = beforeStop(restore)
  try {
    const earlier = before === null ? undefined : JSON.parse(before)
    // npm asks for what a lock does not name; perhaps this registry has it.
    if (earlier) writeFileSync(path, JSON.stringify(withoutUnknown(earlier)))
    const ran = await runWatched('npm', ARGS, { cwd: root, env, mayKill: true })
    if (ran.status !== 0) throw new SetUpError(`npm could not make the lock:\n${readFailure(ran).text}`)
    const lock = JSON.parse(readFileSync(path, 'utf8'))
    const complete = withoutAddresses(completeLock(lock, earlier))
    writeFileSync(path, `${JSON.stringify(complete, null, 2)}\n`)
    return { packages: Object.keys(complete.packages).length, missing: missingOptional(lock).length }
  } catch (error) {
    restore()
    throw error
  } finally {
    forget()
  }
}
