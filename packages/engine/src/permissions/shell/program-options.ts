import { wordSet } from '../../text/word-set.ts'
import { getProgramKind } from './program-kinds.ts'
import { readProgramTable, splitWords } from './program-table.ts'

/**
 * What options make of a program beside what its name says. In the table `--name` is meant by any clear beginning of it,
 * `-x` also in a bundle of letters; whatever has another form, or a `=` before it, only as it stands.
 */
type ProgramOptions = {
  /** They run another program, or name one or a file of settings that can. */
  readonly runs: Options
  /** They name a file to write. */
  readonly writes: Options
  /** They lead out of what a rule for it means: another folder, another file of settings, code on the command line. */
  readonly leaves: Options
  /** They lead out only where their value does: by a path that begins elsewhere or goes up. */
  readonly paths: readonly string[]
  /** The letters that take a value, where a bundle ends: of those above, and of the others in the table's `values`. */
  readonly withValue: string
  /** `NAME=value` sets a variable in it. */
  readonly takesVariables: boolean
  /** What follows the first operand belongs to a script of its own. */
  readonly endsAtOperand: boolean
}

/** Whether some word lets a program run another. */
export function runsByOption(name: string, words: readonly string[]): boolean {
  const runs = KNOWN.get(name)?.runs
  return runs !== undefined && words.some(word => isMeant(word, runs) || isBundled(word, runs.letters))
}

/** The files that options of a program let it write. */
export function findOutputs(name: string, words: readonly string[]): string[] {
  const options = KNOWN.get(name)
  if (options === undefined) return []
  const { writes, withValue } = options
  const found = words.flatMap((word, index) => {
    const next = words[index + 1] ?? ''
    if (isMeant(word, writes)) return word.includes('=') ? word.slice(word.indexOf('=') + 1) : next
    const { letters, value } = readBundle(word, withValue)
    return writes.letters.includes(letters.at(-1) ?? ' ') ? value || next : []
  })
  // `curl -O` names the file after the page.
  const isSaved = (word: string) =>
    readBundle(word, withValue).letters.includes('O') || /^--remote-n/.test(word)
  return name === 'curl' && words.some(isSaved)
    ? [...found, ...words.filter(word => /^[^-].*\//.test(word)).map(getPageName)]
    : found
}

/** The words of a command that lead out; a rule covers them only where it spells them itself. */
export function findOutwardWords(name: string, words: readonly string[]): string[] {
  const options = KNOWN.get(name)
  if (options === undefined) return []
  const { leaves, withValue, paths, takesVariables, endsAtOperand } = options
  const end = words.findIndex(word => word === '--' || (endsAtOperand && !word.startsWith('-')))
  return (end === -1 ? words : words.slice(0, end)).filter((word, index) => {
    const last = readBundle(word, withValue).letters.at(-1)
    return (
      (last !== undefined && leaves.letters.includes(last)) ||
      isMeant(word, leaves) ||
      (takesVariables && isVariable(word)) ||
      (paths.includes(getOption(word)) && leadsUp(word, words[index + 1]))
    )
  })
}

/** Whether such words can make a program start another; the others only read and write elsewhere. */
export function startsByOutward(name: string): boolean {
  return !ELSEWHERE.has(name) && getProgramKind(name) !== 'interpreter'
}

/** One of the letters anywhere in a bundle of short options: `-cvIxz`. */
export function isBundled(word: string, letters: string): boolean {
  const bundle = /^-(?<bundle>[A-Za-z0-9]+)/.exec(word)?.groups?.bundle ?? ''
  return [...letters].some(letter => bundle.includes(letter))
}

/** What `curl -O` calls the file of an address. */
function getPageName(address: string): string {
  return address.replace(/[?#].*$/s, '').replace(/^.*\//s, '') || '.'
}

type Options = {
  readonly long: readonly string[]
  readonly letters: string
  readonly exact: readonly string[]
}

/** The option, or the option with its value, a long one by any beginning that is clear enough. */
function isMeant(word: string, { long, exact }: Options): boolean {
  const name = /^--(?<name>[^=]{2,})/.exec(word)?.groups?.name
  return (
    exact.includes(getOption(word)) || (name !== undefined && long.some(option => option.startsWith(name)))
  )
}

function getOption(word: string): string {
  return word.replace(/=.*$/s, '')
}

/** The letters of a bundle of short options up to one that takes a value, and what is glued to that. */
function readBundle(word: string, withValue: string): { letters: string; value: string } {
  if (!/^-[^-]/.test(word)) return { letters: '', value: '' }
  const end = [...word].findIndex((letter, index) => index > 0 && withValue.includes(letter))
  return end === -1
    ? { letters: word.slice(1), value: '' }
    : { letters: word.slice(1, end + 1), value: word.slice(end + 1) }
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

const ELSEWHERE = wordSet('tar curl wget tsc')

/** A line for some programs, or subcommands of git; of what goes on in another line all counts. */
const PROGRAM_OPTIONS = `
  git: runs --exec --ext-diff --open-files-in-pager --upload-pack --receive-pack --extcmd --no-index --config
  git: runs --template | writes --output --output-directory --export-marks --separate-git-dir --to-file
  git archive: writes --output -o
  git format-patch: writes --output-directory --output -o | values vO
  git bugreport, git diagnose: writes --output-directory -o
  sort: runs --compress-program | writes --output --temporary-directory -o -T | values kSt
  shuf: writes --output -o | values in
  tree: writes -o | values LPIHT
  find: runs -delete -fprint -fprint0 -fprintf -fls -exec -execdir -ok -okdir
  rg: runs --pre --hostname-bin
  tar: runs --to-command --checkpoint-action --use-compress-program --rsh-command --info-script --new-volume-script -I
  tar: runs -F | leaves --directory --absolute-names -C -P | values fbgHKLNTVX
  rsync: runs --rsh --rsync-path -e
  scp: runs -S -o -F
  sftp: runs -S -o -F -D
  split: runs --filter
  cpio: runs --rsh-command
  curl: writes --output --output-dir --dump-header --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save
  curl: writes --hsts --alt-svc -o -D -c | leaves --config -K | values AbCdeEFhHmPQrtTuUwxXyYz
  wget: runs --use-askpass --execute -e
  wget: writes --output-document --output-file --append-output --directory-prefix --save-cookies --warc-file
  wget: writes --rejected-log --hsts-file -O -o -a -P | leaves --config -i | values BtTwQDARIXeUl
  man: runs --pager --html --config-file --preprocessor -P -H -C
  zip: runs --unzip-command -TT | writes -b | values t
  less: runs --lesskey-content --lesskey-src --lesskey-file
  install: runs --strip-program
  dpkg: runs --pre-invoke --post-invoke --admindir --root
  apt, apt-get: runs --option --config-file -o -c
  openssl: writes -out -keyout -writerand -CAserial -signout
  iconv: writes --output -o | values ft
  gpg: writes --output -o | values ru
  pandoc: runs --filter --lua-filter --pdf-engine --defaults -F -L -d | writes --output --extract-media --log -o
  pandoc: values frtwVMH
  protoc: runs --plugin
  gcc, cc, g++, c++: runs -wrapper -fplugin =-B -specs | writes --output -o -MF -MJ | values IDULlxWfmOg
  gcc: runs --wrapper
  clang, clang++: runs -fplugin =-B -load -Xclang | writes --output -o -MF -MJ | values IDULlxWfmOg
  ld: runs --plugin
  rustc: runs -Clinker linker | writes --out-dir -o | values CLlAWDF
  javac: writes =-d =-h =-s
  go: writes =-o -coverprofile -cpuprofile -memprofile -trace -blockprofile -mutexprofile -outputdir
  go: leaves =-C -exec -toolexec =--exec =--toolexec -vettool -overlay -modfile -gccgoflags -ldflags -asmflags
  cargo: writes --target-dir --out-dir --artifact-dir --root | leaves --config --manifest-path -C -Z
  gradle, gradlew: leaves --project-dir --build-file --init-script --settings-file --gradle-user-home --include-build
  gradle, gradlew: leaves -p -b -I -c -g
  mvn, mvnw: runs exec:exec exec:java | leaves --file --settings --global-settings --toolchains -f -s -t -gs -gt
  make, gmake: leaves --directory --file --makefile --include-dir --eval --environment-overrides --old-file --new-file
  make, gmake: leaves --assume-new --what-if -C -f -I -E -e -o -W | values jl | takes variables
  ninja: leaves -C -f -t | values jkld
  cmake: runs =-E =-P | leaves --toolchain --preset -P -C -D -E | values SBG
  just: leaves --justfile --working-directory --shell --shell-arg --command --set --dotenv-path -f -d -c
  rake: leaves --rakefile --libdir --require --execute -f -r -I -e -E -p
  bundle: leaves --gemfile
  rails: runs runner r
  mix: runs =-e =--eval cmd
  composer: runs exec run-script global
  npm, pnpm, yarn: leaves --prefix --script-shell --shell --userconfig --globalconfig --node-options --location --global --git
  npm, pnpm, yarn: leaves --editor --browser --viewer --init-module --registry --cache -C -g | values w
  pnpm: leaves --dir --config --shell-emulator
  yarn: leaves --cwd --use-yarnrc --modules-folder --global-folder
  bun: leaves --cwd --config --preload --env-file -r -c
  lerna, nx: runs exec
  pip, pip3: writes --target --root --prefix --log --report --dest --wheel-dir -t
  pip, pip3: leaves --target --prefix --root --python --index-url --extra-index-url --find-links --config-settings
  pip, pip3: leaves --global-option --install-option --trusted-host --editable -t -i -f -e | values cr
  poetry: leaves --directory --project -C -P
  uv: leaves --directory --project --config-file --python --index-url --default-index -p
  pytest: writes --junitxml --junit-xml --basetemp --resultlog --log-file --report-log
  pytest: leaves --config-file --rootdir --confcutdir --override-ini --pyargs -c -p -o | values kmnrW
  eslint: writes --output-file --cache-location --cache-file -o
  eslint: leaves --config --rulesdir --resolve-plugins-relative-to --plugin --parser -c | values f
  prettier: leaves --config --plugin --plugin-search-dir
  biome: leaves --config-path
  jest: writes --coverageDirectory --outputFile --cacheDirectory
  jest: leaves --config --rootDir --roots --setupFiles --setupFilesAfterEnv --globalSetup --globalTeardown --runner
  jest: leaves --testRunner --transform --preset --reporters --testEnvironment -c | values tw
  vitest: leaves --config --root --dir --globalSetup --reporter --environment -c -r | values t
  mocha: leaves --config --require --file --opts --package --reporter --ui -r -R -u | values gfwt
  tsc: writes --outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile
  tsc: paths -p --project -b --build
  esbuild: writes --outfile --outdir --metafile
  ts-node: runs --eval --print --require -e -p -r
  tsx: leaves --require --import --eval --print --tsconfig -r -e -p | takes script
  node: leaves --require --import --loader --experimental-loader --eval --print --run --env-file --openssl-config
  node: leaves --snapshot-blob -r -e -p | takes script
  docker, podman: leaves --volume --mount --privileged --device --cap-add --pid --ipc --userns --security-opt
  docker, podman: leaves --entrypoint -v | values efhlmpuw
  docker: leaves --host --context --config -H
  podman: leaves --url --connection
  terraform: leaves -chdir
  gh: runs alias extension codespace
  pg_dump: writes --file -f | values dhpUnNtT
  sqlite3: writes -cmd -init
`

const KNOWN: ReadonlyMap<string, ProgramOptions> = new Map(
  [...readProgramTable(PROGRAM_OPTIONS)].map(([name, columns]) => [name, toOptions(columns)]),
)

function toOptions(columns: ReadonlyMap<string, string>): ProgramOptions {
  const [writes, leaves] = [parseOptions(columns.get('writes')), parseOptions(columns.get('leaves'))]
  return {
    ...{ writes, leaves, runs: parseOptions(columns.get('runs')), paths: splitWords(columns.get('paths')) },
    takesVariables: columns.get('takes') === 'variables',
    endsAtOperand: columns.get('takes') === 'script',
    withValue: writes.letters + leaves.letters + (columns.get('values') ?? ''),
  }
}

function parseOptions(text: string | undefined): Options {
  const words = splitWords(text)
  const letters = words.filter(word => /^-[^-]$/.test(word))
  const exact = words.filter(word => !word.startsWith('--') && !letters.includes(word))
  return {
    long: words.filter(word => word.startsWith('--')).map(word => word.slice(2)),
    letters: letters.map(word => word.slice(1)).join(''),
    exact: exact.map(word => word.replace(/^=/, '')),
  }
}
