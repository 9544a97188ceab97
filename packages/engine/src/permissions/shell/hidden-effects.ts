import { wordSet } from '../../text/word-set.ts'
import { isUnknownWord } from './expand-words.ts'
import { findGitSubcommand, isSteeringGitOption } from './git-options.ts'
import { findOutputs, findOutwardWords, isBundled, runsByOption } from './program-options.ts'
import { readAwkUse } from './read-awk-use.ts'
import { readSedUse } from './read-sed-use.ts'

/** What options make of a command beside what its name says. */
export type HiddenEffects = {
  /** It runs other programs, or removes what it finds, or nobody can tell. */
  readonly doesMore: boolean
  /** Words that lead to another folder, other settings or other code. */
  readonly outward: readonly string[]
  /** Files that an option or a script lets it write. */
  readonly outputs: readonly string[]
  /** Files that it writes because that is what it is for. */
  readonly operands: readonly string[]
}

/** Looks for what lets a harmless looking command write files or run programs: `git log --output=x`, `find -delete`, `sort -o x`. The first word is the program without its folder; of an unknown word the beginning counts. */
export function findHiddenEffects(words: readonly string[]): HiddenEffects {
  const [name = '', ...rest] = words
  return {
    doesMore: doesMore(name, rest),
    outward: findOutwardWords(name, rest),
    outputs: listOutputs(name, rest).filter(path => !isUnknownWord(path)),
    operands: findWrittenOperands(name, rest).filter(path => !isUnknownWord(path)),
  }
}

/** Whether a program is sed or awk, by any of its names. */
function isSed(name: string): boolean {
  return /^g?sed$/.test(name)
}

function isAwk(name: string): boolean {
  return /^[gmn]?awk$/.test(name)
}

function doesMore(name: string, words: readonly string[]): boolean {
  if (name === 'git') return hasGitHelper(words)
  if (isSed(name)) return readSedUse(words)?.runs !== false
  if (isAwk(name)) return readAwkUse(words) === null
  // The first word of tar is a bundle, with or without a dash.
  if (/^(?:g|bsd)?tar$/.test(name) && /^[A-Za-z]*[IF]/.test(words[0] ?? '')) return true
  // A compiler takes more options out of a file.
  if (
    /^(?:gcc|cc|g\+\+|c\+\+|clang|clang\+\+|ld|javac|rustc)$/.test(name) &&
    words.some(word => word.startsWith('@'))
  )
    return true
  return runsByOption(name, words)
}

/** Options of git before the subcommand can set an alias or a pager; some subcommands run what they are told. */
function hasGitHelper(words: readonly string[]): boolean {
  const begin = findGitSubcommand(words)
  if (begin === null || words.slice(0, begin).some(isSteeringGitOption)) return true
  const [subcommand = '', ...rest] = words.slice(begin)
  if (runsByOption('git', rest)) return true
  if (subcommand === 'grep' && rest.some(word => /^-[A-Za-z]*O/.test(word))) return true
  if (subcommand === 'rebase' && rest.some(word => /^-[A-Za-z]*x/.test(word))) return true
  if (subcommand === 'clone' && rest.some(word => isBundled(word, 'uc'))) return true
  if (subcommand === 'config' && rest.some(isSteeringKey)) return true
  return (
    /^(?:difftool|mergetool|filter-branch|daemon|instaweb|send-email|credential.*|remote-.*|shell|hook|for-each-repo)$/.test(
      subcommand,
    ) ||
    /^(?:bisect run|submodule foreach|bisect visualize|bisect view)$/.test(`${subcommand} ${rest[0] ?? ''}`)
  )
}

/** A setting of git that decides what runs; those of a person or of colours do not. */
function isSteeringKey(word: string): boolean {
  return (
    /^(?:-e|--ed)/.test(word) ||
    (/^[a-z][\w-]*\./i.test(word) &&
      !/^(?:user\.(?:name|email)|color|push|pull|branch|advice|column)\b/i.test(word))
  )
}

function listOutputs(name: string, words: readonly string[]): readonly string[] {
  const known = words.filter(word => !isUnknownWord(word))
  if (isSed(name)) return readSedUse(known)?.writes ?? []
  if (isAwk(name)) return readAwkUse(known)?.writes ?? []
  const begin = name === 'git' ? findGitSubcommand(words) : null
  const more = begin === null ? [] : findOutputs(`git ${words[begin] ?? ''}`, words.slice(begin + 1))
  return [...new Set([...findOutputs(name, words), ...more])]
}

function findWrittenOperands(name: string, words: readonly string[]): readonly string[] {
  if (name === 'dd') return words.filter(word => word.startsWith('of=')).map(word => word.slice(3))
  if (name === 'uniq' || name === 'xxd')
    return words.filter(word => word === '-' || !word.startsWith('-')).slice(1)
  const isInPlace =
    (isSed(name) || name === 'perl') && words.some(word => /^-[A-Za-z]*i|^--in-place/.test(word))
  if (!WRITERS.has(name) && !isInPlace) return []
  // The folder into which cp, mv, ln and install put everything may be an option.
  const target = words.flatMap(word => /^--target-directory=(?<path>.*)$/s.exec(word)?.groups?.path ?? [])
  return [...words.filter(word => !word.startsWith('-')), ...target]
}

/** Commands whose operands are files that they write, move or remove. */
const WRITERS = wordSet(
  'rm rmdir mv cp tee touch mkdir ln truncate shred chmod chown chgrp install unlink mkfifo mknod patch rsync',
)
