// Brings a fresh clone to where everything runs: checks Node, installs, builds, looks for the system's programs.
// Uses nothing but Node itself, says what it does, and does nothing that is already done.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPageBuilt } from './build-page.mjs'
import { isBundled } from './bundle.mjs'
import { areLibrariesBundled } from './bundle-libraries.mjs'
import { beforeStop } from './set-up/before-stop.mjs'
import { install, isInstalled } from './set-up/install.mjs'
import { oneAtATime } from './set-up/one-at-a-time.mjs'
import { findPrograms } from './set-up/programs.mjs'
import { createProgress } from './set-up/progress.mjs'
import { runWatched } from './set-up/run-watched.mjs'
import { SetUpError } from './set-up/set-up-error.mjs'
import { removeStages } from './set-up/stage.mjs'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

const OLDEST_NODE = [20, 19]

/**
 * Installs and builds what `npm start` needs. With `everything`, also what tests, checks and benches need; with
 * `programs`, looks for those of the system (`install` has them installed).
 */
export async function setUp({ everything = false, programs } = {}) {
  const forget = beforeStop(() =>
    say('stopped. Nothing half is left; what was fetched is kept for the next time.'),
  )
  try {
    checkNode()
    if (isReady({ everything })) sweep()
    else await oneAtATime(join(ROOT, '.set-up'), { say, work: () => prepare({ everything }) })
    if (programs) await findPrograms({ ...programs, say })
  } catch (error) {
    end(error)
  } finally {
    forget()
  }
}

async function prepare({ everything }) {
  await install(ROOT, { everything, say })
  await build({ everything })
}

/** Only the compiler itself knows whether there is something to compile. */
function isReady({ everything }) {
  return !everything && isInstalled(ROOT, { everything }) && isBundled() && isPageBuilt()
}

/** Removes what a killed one left, unless another is at work. */
function sweep() {
  if (!existsSync(join(ROOT, '.set-up', 'pid'))) removeStages(ROOT)
}

/** Runs a program of the workspace in the foreground and returns its exit code. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    // Windows starts the programs of packages by a shell, which takes a path with blanks for two words.
    shell: process.platform === 'win32' && command !== process.execPath,
    ...options,
    env: { ...toolEnvironment(), ...options.env },
  })
  if (error) end(new SetUpError(`could not run ${command}: ${error.message}`))
  if (signal) return 130
  return status ?? 1
}

/** With the programs of the workspace on the PATH. */
export function toolEnvironment() {
  const path = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
  return { ...process.env, PATH: path }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  throw new SetUpError(
    `Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE.join('.')} or newer and run this again.`,
  )
}

/** The executable and the page are made straight from the sources; only who develops needs the compiler. */
async function build({ everything }) {
  const isFirst = !existsSync(join(ROOT, 'packages', 'cli', 'dist'))
  if (everything) await make(isFirst ? 'compiling the packages' : null, 'tsc', ['-b'])
  if (everything && !areLibrariesBundled())
    await make('putting the packages together', ...toScript('bundle-libraries.mjs'))
  if (!isBundled()) await make('putting the executable together', ...toScript('bundle.mjs'))
  if (!isPageBuilt()) await make('building the page', ...toScript('build-page.mjs'))
}

function toScript(name) {
  return [process.execPath, [join(ROOT, 'scripts', name)]]
}

/** Runs one part of the build; what it prints is shown only where it fails. */
async function make(label, command, args) {
  const progress = label === null ? null : createProgress(label)
  const forget = beforeStop(() => progress?.end())
  const { status, stdout, stderr } = await runWatched(command, args, {
    cwd: ROOT,
    env: toolEnvironment(),
    mayKill: true,
  })
  forget()
  progress?.end()
  if (status !== 0)
    throw new SetUpError(`${label ?? 'compiling'} failed:\n${[...stdout, ...stderr].join('\n')}`)
}

/** Says what is wrong and ends; only a fault of our own shows where it is. */
function end(error) {
  const isOfSystem = error.syscall !== undefined
  if (!(error instanceof SetUpError || isOfSystem)) throw error
  say(isOfSystem ? `the system refused: ${error.message}. Mend that and run this again.` : error.message)
  process.exit(isOfSystem ? 1 : error.code)
}

function say(text) {
  process.stderr.write(`set-up: ${text}\n`)
}

/** A folder for results that no commit should hold. */
export function resultsFolder() {
  const folder = join(ROOT, 'test-results')
  mkdirSync(folder, { recursive: true })
  return folder
}
