import { wordSet } from '../../text/word-set.ts'
import { type KnownOptions, readKnownOption, readProgramTable, toKnownOptions } from './program-table.ts'
import { readGitUse } from './read-git-use.ts'

/** What a command that changes nothing looks at. */
export type ReadOnlyUse = {
  readonly paths: readonly string[]
  /** It reads what is below those paths too. */
  readonly isRecursive: boolean
}

/** What the command reads in any of the folders, if it is certain that it does nothing else; null otherwise. */
export function readReadOnlyUse(words: readonly string[], folders: readonly string[]): ReadOnlyUse | null {
  const [name = '', ...rest] = words
  if (name === 'find') return readFindUse(rest)
  if (name === 'git') return readGitUse(rest, folders)
  if (name === 'sed') return readSedUse(rest)
  // Bash computes a subscript even where it is quoted.
  if ((name === 'test' || name === '[') && rest.some(word => /[[$`]/.test(word))) return null
  // What `date +%s` takes is no file.
  const taken = name === 'date' ? rest.filter(word => !word.startsWith('+')) : rest
  const command = READ_ONLY_COMMANDS.get(name)
  return command === undefined ? null : readUse(command, taken)
}

function readUse(command: ReadOnlyCommand, words: readonly string[]): ReadOnlyUse | null {
  const { options, recursion, mostPaths } = command
  const operands: string[] = []
  const values: string[] = []
  let isRecursive = recursion === 'always'
  let hasPattern = false
  let areOptionsOver = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (areOptionsOver || !word.startsWith('-') || word === '-') operands.push(word)
    else if (word === '--') areOptionsOver = true
    else {
      const option = readKnownOption(word, options)
      if (option === null) return null
      const isLong = word.startsWith('--')
      const value = option.takesNext ? (words[++index] ?? '') : option.value
      if (value !== null) values.push(value)
      hasPattern ||= isLong ? option.name === 'regexp' : value !== null && option.name.endsWith('e')
      isRecursive ||= isLong
        ? option.name === 'recursive' && recursion !== ''
        : [...option.name].some(letter => recursion.includes(letter))
    }
  }
  if (operands.length > mostPaths) return null
  return { paths: choosePaths(command, { operands, values, hasPattern }), isRecursive }
}

function choosePaths(
  { paths, recursion }: ReadOnlyCommand,
  { operands, values, hasPattern }: { operands: string[]; values: string[]; hasPattern: boolean },
): string[] {
  if (paths === 'none') return []
  const files = paths === 'afterPattern' && !hasPattern ? operands.slice(1) : operands
  // Without a file a recursive search begins here.
  if (recursion !== '' && files.length === 0) return ['.']
  // Another version of the program may take a value for a file.
  return [...files, ...(paths === 'all' ? values : [])].filter(file => file !== '-' && file !== '')
}

/** `sed -n 5,10p file`: only printing lines by their numbers is certain to write and run nothing. */
function readSedUse(words: readonly string[]): ReadOnlyUse | null {
  const [flag, script, ...paths] = words
  if (flag !== '-n' || script === undefined || !PRINTING.test(script)) return null
  return paths.some(path => path.startsWith('-')) ? null : { paths, isRecursive: false }
}

const PRINTING = /^(?:\d+|\$)(?:,(?:\d+|\$))?p(?:;(?:\d+|\$)(?:,(?:\d+|\$))?p)*$/

/** What `find` looks at, if all that it does is to print names. */
function readFindUse(words: readonly string[]): ReadOnlyUse | null {
  const begin = words.findIndex(word => word.startsWith('-') || word === '(' || word === '!')
  const paths = begin === -1 ? words : words.slice(0, begin)
  const expression = begin === -1 ? [] : words.slice(begin)
  for (let index = 0; index < expression.length; index++) {
    const word = expression[index] ?? ''
    if (WITH_VALUE.has(word)) index++
    else if (!WITHOUT_VALUE.has(word)) return null
  }
  return { paths: paths.length === 0 ? ['.'] : paths, isRecursive: false }
}

const WITH_VALUE = wordSet(
  '-name -iname -path -ipath -wholename -regex -iregex -regextype -type -size -mtime -mmin -ctime -cmin -atime -amin -maxdepth -mindepth -perm -user -group -links -printf',
)

const WITHOUT_VALUE = wordSet(
  '-print -print0 -ls -prune -not ! -a -o -and -or ( ) -empty -xdev -mount -depth -daystart -true -false -quit -readable -writable -executable',
)

/** A command that changes nothing, as long as it has no other options than these. */
type ReadOnlyCommand = {
  readonly options: KnownOptions
  /** Which of its words are files. */
  readonly paths: string
  /** The flags with which it reads whatever is below a folder, or `always`. */
  readonly recursion: string
  readonly mostPaths: number
}

// Every letter but L and H, which follow links.
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGIJKMNOPQRSTUVWXYZ0123456789'

// Every letter of its operators but v and R, for which bash computes a subscript.
const TEST_LETTERS = 'abcdefghklnopqrstuwxzGLNOS'

/** Commands that only read; a word of any of them that is not understood is asked about. */
export const READ_ONLY_COMMANDS: ReadonlyMap<string, ReadOnlyCommand> = toCommands(`
  ls: flags ${LETTERS}
  ls: long all almost-all human-readable recursive reverse size color group-directories-first sort time full-time
  ls: long inode directory classify help version
  cat: flags AbeEnstTuv | long number number-nonblank show-all show-ends show-tabs squeeze-blank
  head: flags qvz0123456789 | values nc | long lines bytes quiet verbose
  tail: flags qvzfFr0123456789 | values ncs | long lines bytes quiet verbose follow retry
  wc: flags clmLw | long bytes chars lines words max-line-length
  :, printf, true, false, sleep, whoami: paths none
  pwd: flags LP | paths none
  echo: flags neE | paths none
  seq: flags w | values fs | paths none
  id: flags ugGnr | paths none
  uname: flags asnrvmpio | paths none
  date: flags uR | paths none | most 0
  which: flags a | paths none
  type: flags afptP | paths none
  basename: flags az | values s | paths none
  dirname: flags z | paths none
  tr: flags cCdst | paths none
  realpath: flags emsPLqz
  readlink: flags femnqsvz
  stat: flags Lft | values c | long format printf terse dereference
  file: flags biLh | long brief mime mime-type mime-encoding
  du: flags abchkmsxS0 | values dt | long all summarize human-readable max-depth total apparent-size
  df: flags ahHiklTP
  cut: flags nsz | values bcdf | long delimiter fields characters bytes only-delimited
  nl: flags p | values bdfhilnsvw
  tac: flags br | values s
  rev: paths all
  fold: flags bs | values w
  paste: flags sz | values d
  comm: flags 123z
  cmp: flags bls | values in
  column: flags tx | values cs
  uniq: flags cdDiuz | values fsw | long count repeated unique ignore-case | most 1
  sort: flags bcCdfghiMmnrRsuVz | values ktS
  sort: long reverse unique numeric-sort human-numeric-sort version-sort key field-separator ignore-case stable
  md5sum, sha1sum, sha256sum: flags btz
  strings: flags af | values net
  od: flags abcdfiloxsvw0123456789 | values AjNt
  tree: flags adfiphugsDFCnrtv | values LPI | long noreport dirsfirst prune
  [, test: flags ${TEST_LETTERS}
  diff: flags qsuyNabBwiEtdpTZ0123456789 | values UCW
  diff: long brief unified side-by-side ignore-all-space ignore-blank-lines color width
  grep: flags EFGPivwxcLlqsbHhnoZaIzUTrd0123456789 | recursive rd
  egrep, fgrep: flags ivwxcLlqsbHhnoar | recursive r
  grep, egrep, fgrep: values emABC | paths afterPattern
  grep, egrep, fgrep: long ignore-case invert-match word-regexp line-regexp count color colour max-count
  grep, egrep, fgrep: long line-number with-filename no-filename only-matching quiet silent no-messages
  grep, egrep, fgrep: long after-context before-context context include exclude exclude-dir extended-regexp
  grep, egrep, fgrep: long fixed-strings basic-regexp perl-regexp recursive files-with-matches
  grep, egrep, fgrep: long files-without-match null text byte-offset help version
  rg: flags isSFwxvclnNHIopPUua.0 | values mdABCgtTreMjE | paths afterPattern | recursive always
  rg: long ignore-case smart-case case-sensitive fixed-strings word-regexp line-regexp invert-match count
  rg: long count-matches files-with-matches files-without-match files max-count max-depth line-number
  rg: long no-line-number column after-context before-context context glob iglob type type-not type-list hidden
  rg: long no-ignore no-ignore-vcs sort sortr json heading no-heading color colors only-matching multiline
  rg: long multiline-dotall pcre2 stats trim vimgrep max-columns null text no-messages quiet with-filename
  rg: long no-filename regexp replace passthru help version
`)

function toCommands(table: string): ReadonlyMap<string, ReadOnlyCommand> {
  return new Map(
    [...readProgramTable(table)].map(([name, columns]) => [
      name,
      {
        options: toKnownOptions(columns),
        paths: columns.get('paths') ?? 'all',
        recursion: columns.get('recursive') ?? '',
        mostPaths: Number(columns.get('most') ?? Number.POSITIVE_INFINITY),
      },
    ]),
  )
}
