// Brings a fresh clone to where everything runs: checks Node, installs, builds, finds a browser.
// Uses nothing but Node itself, says what it does, and does nothing that is already done.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

const OLDEST_NODE = [20, 19]

/** Installs and builds; with `browser`, also makes sure that Chromium is there for the tests that need one. */
export function setUp({ browser = false } = {}) {
  checkNode()
  install()
  build()
  if (browser) findBrowser()
}

/** Runs a program of the workspace in the foreground and returns its exit code. */
export function run(command, args, options = {}) {
  const path = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
  const { status, signal, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
    env: { ...process.env, PATH: path, ...options.env },
  })
  if (error) fail(`could not run ${command}: ${error.message}`)
  if (signal) return 130
  return status ?? 1
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  fail(
    `Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE.join('.')} or newer and run this again.`,
  )
}

function install() {
  const stamp = join(ROOT, 'node_modules', '.antiphon-installed')
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('installing what package.json names (once; half a minute or so) …')
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) {
    fail(
      `npm install failed:\n${stderr || stdout}\nCheck the connection to your npm registry and run this again.`,
    )
  }
  writeFileSync(stamp, wanted)
}

/** Changes whenever a manifest or the major version of Node does. */
function fingerprint() {
  const manifests = ['.', ...workspaces()].map(folder => readFileSync(join(ROOT, folder, 'package.json')))
  return createHash('sha256').update(process.versions.modules).update(Buffer.concat(manifests)).digest('hex')
}

function workspaces() {
  return readdirSync(join(ROOT, 'packages'))
    .map(name => join('packages', name))
    .filter(folder => existsSync(join(ROOT, folder, 'package.json')))
}

function build() {
  if (!workspaces().every(folder => existsSync(join(ROOT, folder, 'dist')))) say('building …')
  if (run('tsc', ['-b']) !== 0) fail('the build failed; the compiler says why above.')
  if (run(process.execPath, [join(ROOT, 'scripts', 'bundle.mjs')]) !== 0)
    fail('the executable could not be put together; the bundler says why above.')
  if (run(process.execPath, [join(ROOT, 'scripts', 'build-page.mjs')]) !== 0)
    fail('the page could not be built; the bundler says why above.')
}

/** Chromium is for tests only. Debian's package is installed where we may; elsewhere the tests say that they skip, and why. */
function findBrowser() {
  if (browserPath()) return
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('installing Chromium for the browser tests (once; a minute or so) …')
    const quiet = { cwd: ROOT, encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update'], quiet)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
  }
  if (!browserPath())
    say('no Chromium here: the browser tests will be skipped. Set CHROMIUM_PATH to one to run them.')
}

/** Where Chromium or Chrome is, if anywhere. */
export function browserPath() {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  return places.find(place => place && existsSync(place))
}

function say(text) {
  process.stderr.write(`set-up: ${text}\n`)
}

function fail(text) {
  process.stderr.write(`set-up: ${text}\n`)
  process.exit(1)
}

/** A folder for results that no commit should hold. */
export function resultsFolder() {
  const folder = join(ROOT, 'test-results')
  mkdirSync(folder, { recursive: true })
  return folder
}
