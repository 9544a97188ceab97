import { parseSimpleCommands, type SimpleCommand } from './parse-simple-commands.ts'

/** True only where a command clearly changes nothing: known programs, no expansion, no file written. */
export function isReadOnlyCommand(command: string): boolean {
  const commands = parseSimpleCommands(command.trim())
  return commands?.every(isHarmless) ?? false
}

function isHarmless({ words: [name = '', ...words], hasGlob }: SimpleCommand): boolean {
  if (ALWAYS.has(name)) return true
  if (hasGlob) return false
  if (name === 'git') return GIT.has(words[0] ?? '') && !words.some(word => GIT_EFFECTS.test(word))
  if (name === 'find') return !words.some(word => FIND_EFFECTS.test(word))
  if (name === 'rg') return !words.some(word => RIPGREP_EFFECTS.test(word))
  return words.length === 1 && VERSION.test(words[0] ?? '') && VERSIONED.has(name)
}

// Programs of which no option writes a file or runs another program.
const ALWAYS: ReadonlySet<string> = new Set(
  `ls cat head tail wc pwd echo grep egrep fgrep stat du df cut tr nl basename dirname realpath readlink
   which whoami id uname true false test [ diff cmp md5sum sha1sum sha256sum seq`.split(/\s+/),
)

const GIT: ReadonlySet<string> = new Set(
  'status log diff show blame ls-files rev-parse describe shortlog'.split(' '),
)
const GIT_EFFECTS = /^(?:-o|-O|-c$|--out|--ext-diff|--textconv|--open-files|--exec|--upload-pack|--git-dir)/
const FIND_EFFECTS = /^-(?:exec|ok|delete|fprint|fls)/
const RIPGREP_EFFECTS = /^--(?:pre|hostname-bin|search-zip)|^-[a-zA-Z]*z/
const VERSIONED: ReadonlySet<string> = new Set('node npm python python3 git go cargo rustc tsc'.split(' '))
const VERSION = /^(?:--version|-v|-V)$/
