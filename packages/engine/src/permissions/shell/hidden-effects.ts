import { EXACT_OPTIONS, HELPER_LETTERS, LONG_OPTIONS, OUTPUT_OPTIONS } from './helper-options.ts'
import { runsByCode, runsByScript } from './runs-by-script.ts'

/** What options make of a command beside what its name says. */
export type HiddenEffects = {
  /** It runs other programs, or removes what it finds. */
  readonly doesMore: boolean
  /** It is given a program that may run others; whoever allows the command allows that. */
  readonly mayRun: boolean
  /** Files that an option lets it write. */
  readonly outputs: readonly string[]
  /** Files that it writes because that is what it is for. */
  readonly operands: readonly string[]
}

/** Looks for options that let a harmless looking command write files or run programs: `git log --output=x`, `find -delete`, `sort -o x`. */
export function findHiddenEffects(words: readonly string[]): HiddenEffects {
  const [name = '', ...rest] = words
  const operands = findWrittenOperands(name, rest)
  return {
    doesMore: doesMore(name, rest),
    mayRun: runsByCode(name, rest),
    outputs: findOutputs(name, rest),
    operands,
  }
}

function doesMore(name: string, words: readonly string[]): boolean {
  if (name === 'git' && hasGitHelper(words)) return true
  if (runsByScript(name, words)) return true
  // The first word of tar is a bundle, with or without a dash.
  if (name === 'tar' && /^[A-Za-z]*[IF]/.test(words[0] ?? '')) return true
  const exact = EXACT_OPTIONS[name]
  const letters = HELPER_LETTERS[name] ?? ''
  const long = LONG_OPTIONS[name]
  return words.some(
    word =>
      exact?.some(option => isOption(word, option)) ||
      isBundled(word, letters) ||
      isAbbreviated(word, long ?? []),
  )
}

/** The option, or the option with its value: `-exec=x`, `SHELL=x`. */
function isOption(word: string, option: string): boolean {
  return word === option || word.startsWith(`${option}=`)
}

/** One of the letters anywhere in a bundle of short options: `-cvIxz`. */
function isBundled(word: string, letters: string): boolean {
  const bundle = /^-(?<bundle>[A-Za-z0-9]+)/.exec(word)?.groups?.bundle ?? ''
  return [...letters].some(letter => bundle.includes(letter))
}

/** Options of git before the subcommand can set an alias or a pager; some subcommands run what they are told. */
function hasGitHelper(words: readonly string[]): boolean {
  const begin = words.findIndex(word => !word.startsWith('-'))
  const before = begin === -1 ? words : words.slice(0, begin)
  if (before.some(word => /^-c|^--(?:config-env|exec-path|git-dir|work-tree)|^-C/.test(word))) return true
  const [subcommand = '', action = ''] = words.slice(begin)
  if (subcommand === 'grep' && words.some(word => /^-[A-Za-z]*O/.test(word))) return true
  if (subcommand === 'rebase' && words.some(word => /^-[A-Za-z]*x/.test(word))) return true
  if (subcommand === 'clone' && words.slice(begin).some(word => isBundled(word, 'uc'))) return true
  if (subcommand === 'config' && words.slice(begin + 1).some(isSteeringKey)) return true
  return (
    /^(?:difftool|mergetool|filter-branch|daemon|instaweb|send-email|credential.*)$/.test(subcommand) ||
    /^(?:bisect run|submodule foreach)$/.test(`${subcommand} ${action}`)
  )
}

/** A setting of git that decides what runs; those of a person or of colours do not. */
function isSteeringKey(word: string): boolean {
  return (
    /^[a-z][\w-]*\./i.test(word) &&
    !/^(?:user\.(?:name|email)|color|push|pull|branch|advice|column)\b/i.test(word)
  )
}

/** Programs accept a long option by any beginning that is clear enough. */
function isAbbreviated(word: string, options: readonly string[]): boolean {
  const name = /^--(?<name>[^=]{2,})/.exec(word)?.groups?.name
  return name !== undefined && options.some(option => option.startsWith(name) || name === option)
}

function findOutputs(name: string, words: readonly string[]): string[] {
  const option = OUTPUT_OPTIONS[name]
  if (option === undefined) return []
  return words.flatMap((word, index) => {
    const next = words[index + 1] ?? ''
    if (isAbbreviated(word, option.long))
      return [word.includes('=') ? word.slice(word.indexOf('=') + 1) : next]
    if (word.startsWith('--') || option.short === '') return []
    const glued = new RegExp(`^-[A-Za-z0-9]*?${option.short}(?<value>.*)$`, 's').exec(word)?.groups?.value
    return glued === undefined ? [] : [glued === '' ? next : glued]
  })
}

function findWrittenOperands(name: string, words: readonly string[]): string[] {
  if (name === 'dd') return words.filter(word => word.startsWith('of=')).map(word => word.slice(3))
  if (name === 'uniq') return words.filter(word => word === '-' || !word.startsWith('-')).slice(1)
  const isInPlace =
    (name === 'sed' || name === 'perl') && words.some(word => /^-[A-Za-z]*i|^--in-place/.test(word))
  if (!WRITERS.has(name) && !isInPlace) return []
  return words.filter(word => !word.startsWith('-'))
}

/** Commands whose operands are files that they write, move or remove. */
const WRITERS: ReadonlySet<string> = new Set(
  'rm rmdir mv cp tee touch mkdir ln truncate shred chmod chown chgrp install unlink mkfifo mknod patch rsync'.split(
    ' ',
  ),
)
