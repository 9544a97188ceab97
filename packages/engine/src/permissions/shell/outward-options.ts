import { isAbbreviated, readBundle } from './output-options.ts'
import { getProgramKind } from './program-kinds.ts'

/** Options with which a program leaves what a rule for it means: another folder, another file of settings, code on the command line. */
type OutwardOptions = {
  readonly long?: string
  /** Such letters, and those that take a value without leading out. */
  readonly letters?: string
  readonly values?: string
  readonly words?: string
  /** Options that lead out only where their value does: by a path that begins elsewhere or goes up. */
  readonly paths?: readonly string[]
  /** `NAME=value` sets a variable in it. */
  readonly takesVariables?: boolean
  /** What follows the first operand belongs to a script of its own. */
  readonly endsAtOperand?: boolean
}

/** The words of a command that lead out; a rule covers them only where it spells them itself. */
export function findOutwardWords(name: string, words: readonly string[]): string[] {
  const options = Object.hasOwn(OUTWARD_OPTIONS, name) ? OUTWARD_OPTIONS[name] : undefined
  if (options === undefined) return []
  const { long = '', letters = '', values = '', takesVariables, endsAtOperand } = options
  const names = long.split(' ').filter(word => word !== '')
  const exact = options.words?.split(' ') ?? []
  const found: string[] = []
  for (const [index, word] of words.entries()) {
    if (word === '--' || (endsAtOperand && !word.startsWith('-'))) break
    const last = readBundle(word, letters + values).letters.at(-1)
    const isOutward =
      (last !== undefined && letters.includes(last)) ||
      isAbbreviated(word, names) ||
      exact.includes(word.replace(/=.*$/s, '')) ||
      (takesVariables === true && isVariable(word)) ||
      (options.paths?.includes(word.replace(/=.*$/s, '')) === true && leadsUp(word, words[index + 1]))
    if (isOutward) found.push(word)
  }
  return found
}

/** Whether such words can make a program start another; the others only read and write elsewhere. */
export function startsByOutward(name: string): boolean {
  return !ELSEWHERE.has(name) && getProgramKind(name) !== 'interpreter'
}

function leadsUp(word: string, next = ''): boolean {
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : next
  return value.startsWith('/') || value.split('/').includes('..')
}

/** Numbers and switches decide nothing but how much is said. */
function isVariable(word: string): boolean {
  return (
    /^[^-\s=][^\s=]*=/.test(word) &&
    !/^[A-Za-z_]\w*=(?:\d+|y|n|yes|no|on|off|true|false|debug|release)?$/i.test(word)
  )
}

const NPM = {
  long: 'prefix script-shell shell userconfig globalconfig node-options location global git editor browser viewer init-module registry cache',
  letters: 'Cg',
  values: 'w',
}
const PIP = {
  long: 'target prefix root python index-url extra-index-url find-links config-settings global-option install-option trusted-host editable',
  letters: 'tife',
  values: 'cr',
}
const MAKE = {
  long: 'directory file makefile include-dir eval environment-overrides old-file new-file assume-new what-if',
  letters: 'CfIEeoW',
  values: 'jl',
  takesVariables: true,
}

const OUTWARD_OPTIONS: Readonly<Record<string, OutwardOptions>> = {
  npm: NPM,
  pnpm: { ...NPM, long: `${NPM.long} dir config shell-emulator` },
  yarn: { ...NPM, long: `${NPM.long} cwd use-yarnrc modules-folder global-folder` },
  bun: { long: 'cwd config preload env-file', letters: 'rc' },
  make: MAKE,
  gmake: MAKE,
  ninja: { letters: 'Cft', values: 'jkld' },
  cmake: { letters: 'PCDE', values: 'SBG', long: 'toolchain preset' },
  just: { long: 'justfile working-directory shell shell-arg command set dotenv-path', letters: 'fdc' },
  cargo: { long: 'config manifest-path', letters: 'CZ' },
  go: {
    words: '-C -exec -toolexec --exec --toolexec -vettool -overlay -modfile -gccgoflags -ldflags -asmflags',
  },
  gradle: {
    long: 'project-dir build-file init-script settings-file gradle-user-home include-build',
    letters: 'pbIcg',
  },
  gradlew: {
    long: 'project-dir build-file init-script settings-file gradle-user-home include-build',
    letters: 'pbIcg',
  },
  mvn: { long: 'file settings global-settings toolchains', letters: 'fst', words: '-gs -gt' },
  mvnw: { long: 'file settings global-settings toolchains', letters: 'fst', words: '-gs -gt' },
  pip: PIP,
  pip3: PIP,
  poetry: { long: 'directory project', letters: 'CP' },
  uv: { long: 'directory project config-file python index-url default-index', letters: 'p' },
  pytest: { long: 'config-file rootdir confcutdir override-ini pyargs', letters: 'cpo', values: 'kmnrW' },
  eslint: { long: 'config rulesdir resolve-plugins-relative-to plugin parser', letters: 'c', values: 'fo' },
  prettier: { long: 'config plugin plugin-search-dir' },
  biome: { long: 'config-path' },
  jest: {
    long: 'config rootDir roots setupFiles setupFilesAfterEnv globalSetup globalTeardown runner testRunner transform preset reporters testEnvironment',
    letters: 'c',
    values: 'tw',
  },
  vitest: { long: 'config root dir globalSetup reporter environment', letters: 'cr', values: 't' },
  mocha: { long: 'config require file opts package reporter ui', letters: 'rRu', values: 'gfwt' },
  tsc: { paths: ['-p', '--project', '-b', '--build'] },
  tsx: { long: 'require import eval print tsconfig', letters: 'rep', endsAtOperand: true },
  node: {
    long: 'require import loader experimental-loader eval print run env-file openssl-config snapshot-blob',
    letters: 'rep',
    endsAtOperand: true,
  },
  docker: {
    long: 'volume mount privileged device cap-add pid ipc userns security-opt entrypoint host context config',
    letters: 'vH',
    values: 'efhlmpuw',
  },
  podman: {
    long: 'volume mount privileged device cap-add pid ipc userns security-opt entrypoint url connection',
    letters: 'v',
    values: 'efhlmpuw',
  },
  curl: { long: 'config', letters: 'K', values: 'AbcCdDeEFhHmoPQrtTuUwxXyYz' },
  wget: { long: 'config', letters: 'i', values: 'OoaPBtTwQDARIXUl' },
  tar: { long: 'directory absolute-names', letters: 'CP', values: 'fbgHKLNTVX' },
  rake: { long: 'rakefile libdir require execute', letters: 'frIeEp' },
  bundle: { long: 'gemfile' },
  terraform: { words: '-chdir' },
}

const ELSEWHERE: ReadonlySet<string> = new Set('tar curl wget tsc'.split(' '))
