import type { CommandPart } from './command-part.ts'
import { READ_ONLY_COMMANDS } from './read-only-commands.ts'
import { showsTrackedFiles } from './shows-tracked-files.ts'
import { getCommandName } from './unwrap-command.ts'

/** Which files a command may read, as far as its words tell. */
export type FileReading = {
  readonly paths: readonly string[]
  readonly isRecursive: boolean
  /** It reads files whose names are not written there. */
  readonly isUnsure: boolean
}

/** Every word of a command that could be a file, also behind `=`, `:` and `@` and glued to an option. */
export function findFileReading(part: CommandPart, words: readonly string[] | null): FileReading {
  const texts = words ?? part.words.map(({ certain, isDynamic, text }) => (isDynamic ? certain : text))
  const outer = part.forms.flatMap(form => form.slice(0, MOST_WORDS).map(({ text }) => text))
  const all = [...new Set([...texts.slice(0, MOST_WORDS), ...outer])]
  const name = getCommandName(part.words)
  return {
    paths: [...new Set(all.flatMap(word => listPossiblePaths(word, readsFiles(name))))],
    isRecursive: isRecursive(name, texts),
    isUnsure: readsFiles(name) && (words === null || texts.length > MOST_WORDS),
  }
}

function listPossiblePaths(word: string, mayBeScript: boolean): string[] {
  if (word.length > LONGEST_PATH) return []
  const pieces = [word]
  // A script names files between its own signs: `sed 'r .env'`.
  if (mayBeScript && /[\s"'`()]/.test(word)) pieces.push(...word.split(SCRIPT_SIGNS, MOST_PIECES))
  if (/^-[^-]./.test(word)) pieces.push(word.slice(2))
  for (const separator of ['=', ':', '@', ',']) {
    const at = word.indexOf(separator)
    if (at !== -1) pieces.push(word.slice(at + 1), word.slice(0, at))
  }
  return pieces.filter(piece => piece !== '' && piece !== '-' && !piece.startsWith('--'))
}

function readsFiles(name: string): boolean {
  const known = Object.hasOwn(READ_ONLY_COMMANDS, name) ? READ_ONLY_COMMANDS[name] : undefined
  return (known !== undefined && known.paths !== 'none') || READERS.has(name)
}

function isRecursive(name: string, words: readonly string[]): boolean {
  if (name === 'git') return showsTrackedFiles(words.slice(1))
  if (ALWAYS_RECURSIVE.has(name)) return true
  return (
    readsFiles(name) &&
    words.some(word => /^-[A-Za-z0-9]*[rRad]|^--(?:rec|dereference-rec|dir|archive)/.test(word)) &&
    name !== 'ls'
  )
}

const READERS: ReadonlySet<string> = new Set(
  'sed awk gawk mawk cp mv less more most vi vim nvim nano emacs ed ex tee dd xxd hexdump base64 base32 openssl tar zip gzip bzip2 xz jq yq perl python python3 node ruby php ln install rsync scp curl wget nc git source . rm chmod chown touch bat batcat iconv pr expand split csplit zcat bzcat xzcat zgrep join look shuf tsort fmt'.split(
    ' ',
  ),
)

const ALWAYS_RECURSIVE: ReadonlySet<string> = new Set('rg ag ack tar zip rsync scp'.split(' '))
const SCRIPT_SIGNS = /[\s"'`()<>;,{}|&]+/
const MOST_PIECES = 100
const MOST_WORDS = 500
const LONGEST_PATH = 4096
