// Installs what package-lock.json names, and nothing else.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagesOf, thisMachine, withAddresses } from './lock-file.mjs'
import { NPM_FLAGS } from './npm-flags.mjs'
import { readRegistries } from './read-registries.mjs'
import { runNpm } from './run-npm.mjs'
import { SetUpError } from './set-up-error.mjs'
import { listWorkspaces } from './stage.mjs'

const STAMP = '.antiphon-installed'
/** How often npm asks again by itself; how many seconds we wait whenever it has given up. */
const PATIENCE = { retries: 4, pauses: [3, 10, 30] }

/**
 * Installs what `npm start` needs, or with `everything` what tests, checks and benches need as well; does nothing where
 * it is there. `say` tells the person what happens. Only one may do it at a time.
 */
export async function install(root, { everything = false, say, env = process.env, patience = PATIENCE }) {
  if (isInstalled(root, { everything })) return
  const lock = readLock(root)
  // Who has had everything keeps it: a start should not take the tests' tools away.
  const all = everything || readStamp(root).everything === true
  const wanted = fingerprint(root)
  const retries = [
    `--fetch-retries=${patience.retries}`,
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-factor=3',
  ]
  await installByLock(lock, {
    flags: [
      all ? '--include=dev' : '--omit=dev',
      '--no-package-lock-only',
      '--loglevel=http',
      ...retries,
      ...NPM_FLAGS,
    ],
    packages: lock ? packagesOf(lock, { everything: all }) : [],
    ...{ root, env, say, pauses: patience.pauses },
  })
  writeFileSync(join(root, 'node_modules', STAMP), JSON.stringify({ everything: all, wanted }))
}

/** True where what a start needs, or everything, is installed as the lock and the manifests say now. */
export function isInstalled(root, { everything }) {
  const stamp = readStamp(root)
  return stamp.wanted === fingerprint(root) && (stamp.everything || !everything)
}

async function installByLock(lock, { flags, ...context }) {
  if (!lock) return installLoosely('there is no package-lock.json', { lock, flags, ...context })
  const registryOf = await readRegistries(context.root, context.env)
  const addressed = registryOf ? withAddresses(lock, registryOf) : lock
  const failure = await runNpm(['ci', ...flags], { lock: addressed, ...context })
  if (!failure) return
  const reason = whyLoosely(failure)
  if (!reason) throw new SetUpError(explain(failure))
  await installLoosely(reason, { lock, flags, ...context })
}

/** npm decides by itself what it takes and where it finds it, so that nobody knows which packages that are. */
async function installLoosely(reason, { flags, ...context }) {
  context.say(`${reason}; going on with \`npm install\`, which takes longer …`)
  const failure = await runNpm(['install', ...flags], { ...context, packages: [] })
  if (failure) throw new SetUpError(explain(failure))
}

function whyLoosely({ code, text }) {
  if (code === 'EUSAGE') return 'package-lock.json does not fit the manifests (`npm run lock` makes it anew)'
  if (code === 'E404' || code === 'ETARGET')
    return `the registry has not got what package-lock.json names, or has it elsewhere (${text.split('\n')[0]})`
}

function explain({ code, isPassing, text }) {
  const advice = isPassing
    ? 'The npm registry cannot be reached, or asks us to wait. Look at the connection (`npm ping`) and run this again: what was fetched is kept.'
    : 'Mend that and run this again: what was fetched is kept.'
  return `npm could not install (${code}):\n${text}\n${advice}`
}

function readLock(root) {
  const path = join(root, 'package-lock.json')
  if (!existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new SetUpError(
      `package-lock.json is not JSON (${error.message}). \`git checkout package-lock.json\` brings it back.`,
    )
  }
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', STAMP), 'utf8'))
  } catch {
    return {}
  }
}

/** Changes whenever the lock, a manifest, the machine or the major version of Node does. */
function fingerprint(root) {
  const manifests = ['.', ...listWorkspaces(root)].map(folder => join(root, folder, 'package.json'))
  const files = [join(root, 'package-lock.json'), ...manifests].filter(existsSync)
  const hash = createHash('sha256').update(JSON.stringify([process.versions.modules, thisMachine()]))
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}
