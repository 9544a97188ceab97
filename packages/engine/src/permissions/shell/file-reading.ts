import { orElse } from '../../files/or-else.ts'
import { wordSet } from '../../text/word-set.ts'
import type { CommandPart } from './command-part.ts'
import { showsTrackedFiles } from './git-options.ts'
import { READS_NOTHING, WRITES_NOTHING } from './program-kinds.ts'
import { isPlainAwk } from './read-awk-use.ts'
import { READ_ONLY_COMMANDS, readReadOnlyUse } from './read-only-use.ts'
import { isPlainSed } from './read-sed-use.ts'
import { runsHiddenCode, runsProjectCode } from './runs-code.ts'
import { getCommandName } from './unwrap-command.ts'

/** Which files a command may read, as far as its words tell. */
export type FileReading = {
  readonly paths: readonly string[]
  /** It reads what is below those paths, and below the folder in which it runs. */
  readonly isRecursive: boolean
  /** It may read some file at all. */
  readonly mayRead: boolean
  /** It may walk through a folder that it is given. */
  readonly mayWalk: boolean
  /** It reads files whose names are not written there. */
  readonly isUnsure: boolean
  /** Paths on its way may have changed, and it reads where they lead. */
  readonly needsNames: boolean
}

/** Every word of a command that could be a file, also behind `=`, `:` and `@` and glued to an option. */
export function findFileReading(part: CommandPart, words: readonly string[] | null): FileReading {
  const texts = words ?? part.words.map(({ certain, isDynamic, text }) => (isDynamic ? certain : text))
  const outer = part.forms.flatMap(form => form.slice(0, MOST_WORDS).map(({ text }) => text))
  const all = [...new Set([...texts.slice(0, MOST_WORDS), ...outer])]
  const name = getCommandName(part.words)
  const mayRead = part.words.length > 0 && !READS_NOTHING.has(name) && !runsProjectCode(part)
  const isUnknown = words === null || texts.length > MOST_WORDS
  return {
    paths: [...new Set(all.flatMap(word => listPossiblePaths(word, readsFiles(name))))],
    isRecursive: isRecursive(name, texts),
    mayRead,
    mayWalk: mayRead && (!WALKS_NEVER.has(name) || name === 'diff'),
    isUnsure: (isUnknown && mayRead) || isHidden(part, name, texts) || all.some(isUnclearAddress),
    needsNames: mayRead && hasPaths(name, texts),
  }
}

/** It takes names or orders from somewhere else than its words. */
function isHidden(part: CommandPart, name: string, texts: readonly string[]): boolean {
  const rest = texts.slice(1)
  if (part.isOpaque && !runsProjectCode(part)) return true
  if (runsHiddenCode(part)) return true
  if (name === 'sed' || name === 'gsed') return !isPlainSed(rest)
  if (/^[gmn]?awk$/.test(name)) return !isPlainAwk(rest, { mayWrite: true })
  // Another folder than the one that is known.
  if (part.forms.some(form => /^(?:env|sudo)$/.test(getCommandName(form)) && form.some(isMoved))) return true
  const lists = LIST_OPTIONS.get(name)
  return rest.some(word => /^--files\d*-from/.test(word) || lists?.test(word) === true)
}

function isMoved({ text }: { readonly text: string }): boolean {
  return /^-[A-Za-z]*[CD]|^--chd/.test(text)
}

function hasPaths(name: string, texts: readonly string[]): boolean {
  if (name === 'git') return showsTrackedFiles(texts.slice(1)) || /^(?:diff|blame|grep)$/.test(texts[1] ?? '')
  const use = readReadOnlyUse([name, ...texts.slice(1)], [])
  if (use !== null) return use.paths.some(path => path !== '.')
  return texts.slice(1).some(word => !word.startsWith('-') || word.includes('='))
}

function readsFiles(name: string): boolean {
  const known = READ_ONLY_COMMANDS.get(name)
  return (known !== undefined && known.paths !== 'none') || READERS.has(name)
}

function isRecursive(name: string, words: readonly string[]): boolean {
  if (name === 'git') return showsTrackedFiles(words.slice(1))
  if (ALWAYS_RECURSIVE.has(name)) return true
  if (name === 'find') return words.some(word => /^-(?:exec|execdir|ok|okdir)$/.test(word))
  const isAsked = words.some(word => /^-[A-Za-z0-9]*[rRad]|^--(?:rec|dereference-rec|dir|archive)/.test(word))
  return readsFiles(name) && isAsked && !LOOKS_AT_NAMES.has(name)
}

/** What they do with a folder is known: nothing, or it is asked for by an option. */
const WALKS_NEVER: ReadonlySet<string> = new Set([
  ...READ_ONLY_COMMANDS.keys(),
  ...WRITES_NOTHING,
  ...'[[ find git sed touch rm chmod chown chgrp mktemp cp mv ln tee dd install truncate'.split(' '),
])

/** Options by which a program reads names of files, or orders, from a file. */
const LIST_OPTIONS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    tar: /^-?[A-Za-z]*T|^--files/,
    zip: /^-[A-Za-z]*[@i]/,
    file: /^-[A-Za-z]*f|^--files/,
    date: /^-[A-Za-z]*f|^--file/,
    curl: /^-[A-Za-z]*K|^--config|^--variable|^--expand/,
    wget: /^-[A-Za-z]*i|^--input/,
    rsync: /^--(?:files|include|exclude)-from/,
    history: /^-[A-Za-z]*[rna]/,
  }),
)

const READERS = wordSet(
  'sed awk gawk mawk cp mv less more most vi vim nvim nano emacs ed ex tee dd xxd hexdump base64 base32 openssl tar zip gzip bzip2 xz jq yq perl python python3 node ruby php ln install rsync scp curl wget nc git source . rm chmod chown touch bat batcat iconv pr expand split csplit zcat bzcat xzcat zgrep join look shuf tsort fmt',
)

/** They look at names, or change them, but not at what stands in files. */
const LOOKS_AT_NAMES = wordSet('ls rm chmod chown touch')

const ALWAYS_RECURSIVE = wordSet('rg ag ack tar zip rsync scp')
const MOST_WORDS = 500

/** Every piece of a word that a program could take for a file: behind `=`, `:`, `@` and `,`, glued to an option, in an address. */
export function listPossiblePaths(word: string, mayBeScript: boolean): string[] {
  if (word.length > LONGEST_PATH) return []
  const pieces = [word]
  // A script names files between its own signs: `sed 'r .env'`.
  if (mayBeScript && /[\s"'`()]/.test(word)) pieces.push(...word.split(SCRIPT_SIGNS, MOST_PIECES))
  // In a bundle of letters the value of the last begins anywhere: `-vft`.
  if (/^-[^-]./.test(word))
    for (let index = 2; index < Math.min(word.length, 8); index++) pieces.push(word.slice(index))
  for (const separator of ['=', ':', '@', ',']) {
    const at = word.indexOf(separator)
    if (at !== -1) pieces.push(word.slice(at + 1), word.slice(0, at))
  }
  const address = /^file:(?:\/\/[^/]*)?(?<path>.*)$/is.exec(word)?.groups?.path
  if (address !== undefined) pieces.push(orElse(() => decodeURIComponent(address), address))
  return [...new Set(pieces)].filter(piece => piece !== '' && piece !== '-' && !piece.startsWith('--'))
}

/** Whether an address names files by signs that only the program resolves. */
function isUnclearAddress(word: string): boolean {
  return /\bfile:/i.test(word) && /[{}[\]%?#*]|\.\.|^file:\/\/(?!localhost\/|\/)/i.test(word)
}

const SCRIPT_SIGNS = /[\s"'`()<>;,{}|&]+/
const MOST_PIECES = 100
const LONGEST_PATH = 4096
