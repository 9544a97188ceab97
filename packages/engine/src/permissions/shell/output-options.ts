/** Options of a program that name a file to write; `values` are the letters that take a value, where a bundle ends. */
export type OutputOptions = {
  readonly long?: readonly string[]
  readonly short?: string
  readonly values?: string
  /** Options of one dash and many letters. */
  readonly words?: readonly string[]
}

/** The files that options of a program let it write. */
export function findOutputs(name: string, words: readonly string[]): string[] {
  const options = Object.hasOwn(OUTPUT_OPTIONS, name) ? OUTPUT_OPTIONS[name] : undefined
  if (options === undefined) return []
  const found = words.flatMap((word, index) => {
    const value = readValue(word, words[index + 1] ?? '', options)
    return value === null ? [] : [value]
  })
  return name === 'curl' ? [...found, ...findSavedPages(words)] : found
}

/** Programs accept a long option by any beginning that is clear enough. */
export function isAbbreviated(word: string, options: readonly string[]): boolean {
  const name = /^--(?<name>[^=]{2,})/.exec(word)?.groups?.name
  return name !== undefined && options.some(option => option.startsWith(name))
}

/** The letters of a bundle of short options up to one that takes a value, and what is glued to that. */
export function readBundle(word: string, values: string): { letters: string; value: string } {
  if (!/^-[^-]/.test(word)) return { letters: '', value: '' }
  const end = [...word].findIndex((letter, index) => index > 0 && values.includes(letter))
  return end === -1
    ? { letters: word.slice(1), value: '' }
    : { letters: word.slice(1, end + 1), value: word.slice(end + 1) }
}

function readValue(
  word: string,
  next: string,
  { long = [], short = '', values = '', words = [] }: OutputOptions,
) {
  if (words.includes(word.replace(/=.*$/s, '')) || (word.startsWith('--') && isAbbreviated(word, long)))
    return word.includes('=') ? word.slice(word.indexOf('=') + 1) : next
  const { letters, value } = readBundle(word, short + values)
  return short.includes(letters.at(-1) ?? ' ') ? value || next : null
}

/** `curl -O` names the file after the page. */
function findSavedPages(words: readonly string[]): string[] {
  const values = (OUTPUT_OPTIONS.curl?.values ?? '') + (OUTPUT_OPTIONS.curl?.short ?? '')
  const saves = words.some(word => readBundle(word, values).letters.includes('O') || /^--remote-n/.test(word))
  return saves
    ? words
        .filter(word => /^[^-].*\//.test(word))
        .map(word => word.replace(/[?#].*$/s, '').replace(/^.*\//s, '') || '.')
    : []
}

const COMPILER: OutputOptions = { long: ['output'], short: 'o', values: 'IDULlxWfmOg', words: ['-MF', '-MJ'] }

const OUTPUT_OPTIONS: Readonly<Record<string, OutputOptions>> = {
  git: { long: ['output', 'output-directory', 'export-marks', 'separate-git-dir', 'to-file'] },
  'git archive': { long: ['output'], short: 'o' },
  'git format-patch': { long: ['output-directory', 'output'], short: 'o', values: 'vO' },
  'git bugreport': { long: ['output-directory'], short: 'o' },
  'git diagnose': { long: ['output-directory'], short: 'o' },
  sort: { long: ['output', 'temporary-directory'], short: 'oT', values: 'kStT' },
  shuf: { long: ['output'], short: 'o', values: 'in' },
  tree: { short: 'o', values: 'LPIHT' },
  curl: {
    long: 'output output-dir dump-header cookie-jar trace trace-ascii stderr libcurl etag-save hsts alt-svc'.split(
      ' ',
    ),
    short: 'oDc',
    values: 'AbCdeEFhHKmPQrtTuUwxXyYz',
  },
  wget: {
    long: 'output-document output-file append-output directory-prefix save-cookies warc-file rejected-log hsts-file'.split(
      ' ',
    ),
    short: 'OoaP',
    values: 'iBtTwQDARIXeUl',
  },
  openssl: { words: '-out -keyout -writerand -CAserial -signout'.split(' ') },
  iconv: { long: ['output'], short: 'o', values: 'ft' },
  pandoc: { long: ['output', 'extract-media', 'log'], short: 'o', values: 'frtwVMH' },
  gcc: COMPILER,
  cc: COMPILER,
  'g++': COMPILER,
  'c++': COMPILER,
  clang: COMPILER,
  'clang++': COMPILER,
  rustc: { long: ['out-dir'], short: 'o', values: 'CLlAWDF' },
  javac: { words: ['-d', '-h', '-s'] },
  go: {
    words: '-o -coverprofile -cpuprofile -memprofile -trace -blockprofile -mutexprofile -outputdir'.split(
      ' ',
    ),
  },
  cargo: { long: ['target-dir', 'out-dir', 'artifact-dir', 'root'] },
  tsc: { long: 'outDir outFile declarationDir tsBuildInfoFile generateTrace generateCpuProfile'.split(' ') },
  eslint: { long: ['output-file', 'cache-location', 'cache-file'], short: 'o', values: 'cf' },
  jest: { long: ['coverageDirectory', 'outputFile', 'cacheDirectory'] },
  pytest: { long: ['junitxml', 'junit-xml', 'basetemp', 'resultlog', 'log-file', 'report-log'] },
  pip: {
    long: ['target', 'root', 'prefix', 'log', 'report', 'dest', 'wheel-dir'],
    short: 't',
    values: 'cerif',
  },
  pip3: {
    long: ['target', 'root', 'prefix', 'log', 'report', 'dest', 'wheel-dir'],
    short: 't',
    values: 'cerif',
  },
  esbuild: { long: ['outfile', 'outdir', 'metafile'] },
  pg_dump: { long: ['file'], short: 'f', values: 'dhpUnNtT' },
  sqlite3: { words: ['-cmd', '-init'] },
  zip: { short: 'b', values: 't' },
  gpg: { long: ['output'], short: 'o', values: 'ru' },
  xz: {},
}
