// Programs of the system without which some tests cannot run. Only CI, or who says so, has them installed.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeStop } from './before-stop.mjs'
import { browserPath } from './browser-path.mjs'
import { createProgress } from './progress.mjs'
import { runWatched } from './run-watched.mjs'

const PROGRAMS = [
  { package: 'chromium', isThere: () => browserPath() !== undefined, for: 'the window in a browser' },
  { package: 'ripgrep', isThere: () => isOnPath('rg'), for: 'Grep by ripgrep' },
  { package: 'xfsprogs', isThere: () => isOnPath('mkfs.xfs'), for: 'power cuts on xfs', onlyLinux: true },
  { package: 'bubblewrap', isThere: () => isOnPath('bwrap'), for: 'commands in a sandbox', onlyLinux: true },
  { package: 'postgresql', isThere: hasPostgres, for: 'the store of a fleet', onlyLinux: true },
  {
    package: 'pgbouncer',
    isThere: () => isOnPath('pgbouncer') || existsSync('/usr/sbin/pgbouncer'),
    for: 'a pooler before that store',
    onlyLinux: true,
  },
  { package: 'tmux', isThere: () => isOnPath('tmux'), for: 'the chat in a terminal' },
  { package: 'screen', isThere: () => isOnPath('screen'), for: 'the chat inside GNU screen' },
  { package: 'strace', isThere: () => isOnPath('strace'), for: 'failing system calls', onlyLinux: true },
]
/** Says no, whoever asks: `ANTIPHON_INSTALL_PROGRAMS=no npm test`. */
const SWITCH = 'ANTIPHON_INSTALL_PROGRAMS'
const PATIENT = ['-o', 'Acquire::Retries=3']

/** Says in one sentence which programs are missing and what brings them; with `install`, has Debian bring them. */
export async function findPrograms({ install, say }) {
  const wanted = missingPrograms().map(program => program.package)
  if (install && wanted.length > 0 && isOnPath('apt-get') && process.env[SWITCH] !== 'no') {
    say(`apt-get will install ${wanted.join(', ')} on this machine; ${SWITCH}=no leaves it as it is.`)
    await installPackages(wanted)
  }
  const missing = missingPrograms()
  if (missing.length === 0) return
  const names = missing.map(program => `${program.package} (${program.for})`).join(', ')
  say(`not on this machine: ${names}; tests that need them are skipped. ${whatBrings(missing)}`)
}

function missingPrograms() {
  return PROGRAMS.filter(
    ({ isThere, onlyLinux }) => !isThere() && !(onlyLinux && process.platform !== 'linux'),
  )
}

async function installPackages(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const progress = createProgress(`installing ${packages.join(', ')}`)
  const onLine = line => progress.update(line.trim())
  const forget = beforeStop(() => progress.end())
  const mayNot = process.getuid?.() !== 0 && isOnPath('sudo')
  const [command, ...first] = [...(mayNot ? ['sudo', '-n'] : []), 'apt-get', ...PATIENT]
  await runWatched(command, [...first, 'update'], { env, onLine })
  const args = [...first, 'install', '-y', '--no-install-recommends', ...packages]
  const { status, stderr } = await runWatched(command, args, { env, onLine })
  forget()
  progress.end(status === 0 ? `installed ${packages.join(', ')}` : `apt-get failed: ${stderr.join(' ')}`)
}

function whatBrings(missing) {
  const packages = missing.map(program => program.package).join(' ')
  if (!isOnPath('apt-get')) return 'Install them to run those, too; CHROMIUM_PATH names a browser elsewhere.'
  return `\`sudo apt-get install ${packages}\` or \`npm test -- --install-programs\` brings them.`
}

/** Debian keeps its server programs beside the path, a folder a version; `POSTGRES_PROGRAMS` names another. */
function hasPostgres() {
  const named = process.env.POSTGRES_PROGRAMS
  if (named) return existsSync(join(named, 'postgres'))
  const versions = '/usr/lib/postgresql'
  const folders = existsSync(versions) ? readdirSync(versions).map(name => join(versions, name, 'bin')) : []
  return isOnPath('postgres') || folders.some(folder => existsSync(join(folder, 'postgres')))
}

function isOnPath(program) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.some(folder => existsSync(join(folder, program)))
}
