/** A command that changes nothing, as long as it has no other options than these. */
export type ReadOnlyCommand = {
  /** Short options without and with a value. */
  readonly flags: string
  readonly values?: string
  /** Long options, without their dashes. */
  readonly long?: string
  /** Which of its words are files. */
  readonly paths: 'all' | 'none' | 'afterPattern'
  /** It reads whatever is below a folder: always, or with one of these flags. */
  readonly recursion?: 'always' | { readonly flags: string }
  readonly mostPaths?: number
}

// Every letter but L and H, which follow links.
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGIJKMNOPQRSTUVWXYZ0123456789'

// Every letter of its operators but v and R, for which bash computes a subscript.
const TEST_LETTERS = 'abcdefghklnopqrstuwxzGLNOS'

const GREP_LONG =
  'ignore-case invert-match word-regexp line-regexp count color colour max-count line-number with-filename no-filename only-matching quiet silent no-messages after-context before-context context include exclude exclude-dir extended-regexp fixed-strings basic-regexp perl-regexp recursive files-with-matches files-without-match null text byte-offset help version'

const RG_LONG =
  'ignore-case smart-case case-sensitive fixed-strings word-regexp line-regexp invert-match count count-matches files-with-matches files-without-match files max-count max-depth line-number no-line-number column after-context before-context context glob iglob type type-not type-list hidden no-ignore no-ignore-vcs sort sortr json heading no-heading color colors only-matching multiline multiline-dotall pcre2 stats trim vimgrep max-columns null text no-messages quiet with-filename no-filename regexp replace passthru help version'

/** Commands that only read; a word of any of them that is not understood is asked about. */
export const READ_ONLY_COMMANDS: Readonly<Record<string, ReadOnlyCommand>> = {
  ls: {
    flags: LETTERS,
    long: 'all almost-all human-readable recursive reverse size color group-directories-first sort time full-time inode directory classify help version',
    paths: 'all',
  },
  cat: {
    flags: 'AbeEnstTuv',
    long: 'number number-nonblank show-all show-ends show-tabs squeeze-blank',
    paths: 'all',
  },
  head: { flags: 'qvz0123456789', values: 'nc', long: 'lines bytes quiet verbose', paths: 'all' },
  tail: {
    flags: 'qvzfFr0123456789',
    values: 'ncs',
    long: 'lines bytes quiet verbose follow retry',
    paths: 'all',
  },
  wc: { flags: 'clmLw', long: 'bytes chars lines words max-line-length', paths: 'all' },
  pwd: { flags: 'LP', paths: 'none' },
  echo: { flags: 'neE', paths: 'none' },
  printf: { flags: '', paths: 'none' },
  true: { flags: '', paths: 'none' },
  false: { flags: '', paths: 'none' },
  ':': { flags: '', paths: 'none' },
  sleep: { flags: '', paths: 'none' },
  seq: { flags: 'w', values: 'fs', paths: 'none' },
  whoami: { flags: '', paths: 'none' },
  id: { flags: 'ugGnr', paths: 'none' },
  uname: { flags: 'asnrvmpio', paths: 'none' },
  date: { flags: 'uR', paths: 'none', mostPaths: 0 },
  which: { flags: 'a', paths: 'none' },
  type: { flags: 'afptP', paths: 'none' },
  basename: { flags: 'az', values: 's', paths: 'none' },
  dirname: { flags: 'z', paths: 'none' },
  realpath: { flags: 'emsPLqz', paths: 'all' },
  readlink: { flags: 'femnqsvz', paths: 'all' },
  stat: { flags: 'Lft', values: 'c', long: 'format printf terse dereference', paths: 'all' },
  file: { flags: 'biLh', long: 'brief mime mime-type mime-encoding', paths: 'all' },
  du: {
    flags: 'abchkmsxS0',
    values: 'dt',
    long: 'all summarize human-readable max-depth total apparent-size',
    paths: 'all',
  },
  df: { flags: 'ahHiklTP', paths: 'all' },
  tr: { flags: 'cCdst', paths: 'none' },
  cut: {
    flags: 'nsz',
    values: 'bcdf',
    long: 'delimiter fields characters bytes only-delimited',
    paths: 'all',
  },
  nl: { flags: 'p', values: 'bdfhilnsvw', paths: 'all' },
  tac: { flags: 'br', values: 's', paths: 'all' },
  rev: { flags: '', paths: 'all' },
  fold: { flags: 'bs', values: 'w', paths: 'all' },
  paste: { flags: 'sz', values: 'd', paths: 'all' },
  comm: { flags: '123z', paths: 'all' },
  cmp: { flags: 'bls', values: 'in', paths: 'all' },
  column: { flags: 'tx', values: 'cs', paths: 'all' },
  uniq: {
    flags: 'cdDiuz',
    values: 'fsw',
    long: 'count repeated unique ignore-case',
    paths: 'all',
    mostPaths: 1,
  },
  sort: {
    flags: 'bcCdfghiMmnrRsuVz',
    values: 'ktS',
    long: 'reverse unique numeric-sort human-numeric-sort version-sort key field-separator ignore-case stable',
    paths: 'all',
  },
  md5sum: { flags: 'btz', paths: 'all' },
  sha1sum: { flags: 'btz', paths: 'all' },
  sha256sum: { flags: 'btz', paths: 'all' },
  strings: { flags: 'af', values: 'net', paths: 'all' },
  // The width stands glued to its letter, or not at all.
  od: { flags: 'abcdfiloxsvw0123456789', values: 'AjNt', paths: 'all' },
  tree: { flags: 'adfiphugsDFCnrtv', values: 'LPI', long: 'noreport dirsfirst prune', paths: 'all' },
  test: { flags: TEST_LETTERS, paths: 'all' },
  '[': { flags: TEST_LETTERS, paths: 'all' },
  diff: {
    flags: 'qsuyNabBwiEtdpTZ0123456789',
    values: 'UCW',
    long: 'brief unified side-by-side ignore-all-space ignore-blank-lines color width',
    paths: 'all',
  },
  grep: {
    flags: 'EFGPivwxcLlqsbHhnoZaIzUTrd0123456789',
    values: 'emABC',
    long: GREP_LONG,
    paths: 'afterPattern',
    recursion: { flags: 'rd' },
  },
  egrep: {
    flags: 'ivwxcLlqsbHhnoar',
    values: 'emABC',
    long: GREP_LONG,
    paths: 'afterPattern',
    recursion: { flags: 'r' },
  },
  fgrep: {
    flags: 'ivwxcLlqsbHhnoar',
    values: 'emABC',
    long: GREP_LONG,
    paths: 'afterPattern',
    recursion: { flags: 'r' },
  },
  rg: {
    flags: 'isSFwxvclnNHIopPUua.0',
    values: 'mdABCgtTreMjE',
    long: RG_LONG,
    paths: 'afterPattern',
    recursion: 'always',
  },
}
