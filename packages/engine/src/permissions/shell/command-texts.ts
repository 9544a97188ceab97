import { findGitSubcommand, GIT_SYNONYMS } from './git-options.ts'
import type { ShellWord } from './shell-command.ts'
import { getCommandName } from './unwrap-command.ts'

/** A command as a person would write it in a rule that allows: once plain, once with its own quotes. A blank inside a word never looks like one between words. */
export function formatWords(words: readonly ShellWord[]): string[] {
  const plain = words.map(({ text }) => (/^[^\s'"]+$/.test(text) ? text : JSON.stringify(text))).join(' ')
  return [plain, words.map(({ raw }) => raw).join(' ')]
}

/** Every spelling under which a rule may forbid a command: by each name of the program, without git's options, without capitals and disguise. */
export function listSpellings(words: readonly ShellWord[], names: readonly string[] = []): string[] {
  const [first, ...rest] = words
  if (first === undefined) return []
  const tail = rest.map(({ text }) => ` ${text}`).join('')
  const spellings = [`${first.text}${tail}`, words.map(({ raw }) => raw).join(' ')]
  for (const name of new Set([getCommandName(words), ...names])) {
    spellings.push(`${name}${tail}`)
    const git = /^git(?:-(?<subcommand>[a-z].*))?$/.exec(name)
    const { subcommand } = git?.groups ?? {}
    if (git !== null)
      spellings.push(
        ...spellGit([...(subcommand === undefined ? [] : [subcommand]), ...rest.map(({ text }) => text)]),
      )
  }
  const plain = spellings.map(text =>
    PLAIN_TEXT.test(text)
      ? text
      : text.normalize('NFKC').replaceAll(/\p{Cf}|\p{Cc}|\p{Default_Ignorable_Code_Point}/gu, ''),
  )
  return [...new Set([...spellings, ...plain, ...plain.map(lowerName)].map(text => text.trim()))]
}

/** The beginning of a command up to the first word that is not known, in the same spellings; empty when all of it is known. */
export function listCertainBeginnings(words: readonly ShellWord[]): string[] {
  const unknown = words.findIndex(word => word.isDynamic)
  const word = words[unknown]
  if (word === undefined) return []
  const known = words.slice(0, unknown)
  if (known.length === 0) return [word.certain]
  const beginnings = listSpellings(known).map(text => `${text} ${word.certain}`)
  // An unknown option of git may come before the subcommand.
  return getCommandName(words) === 'git' &&
    skipGitOptions(known.slice(1).map(({ text }) => text)).length === 0
    ? [...beginnings, 'git ']
    : beginnings
}

/** Nothing in it has another form. */
const PLAIN_TEXT = /^[ -~]*$/

function lowerName(text: string): string {
  const end = text.indexOf(' ')
  return end === -1 ? text.toLowerCase() : text.slice(0, end).toLowerCase() + text.slice(end)
}

/** A command of git without the options before its subcommand, and by the other names of that. */
function spellGit(words: readonly string[]): string[] {
  const [subcommand = '', ...rest] = skipGitOptions(words)
  const tail = rest.map(word => ` ${word}`).join('')
  const synonym = Object.hasOwn(GIT_SYNONYMS, subcommand) ? GIT_SYNONYMS[subcommand] : undefined
  const inner = subcommand === 'subtree' ? [`git${tail}`] : []
  return [`git ${subcommand}${tail}`, ...inner, ...(synonym === undefined ? [] : [`git ${synonym}${tail}`])]
}

/** What follows the options between `git` and its subcommand; behind an option that nobody knows, from the first word on that is none. */
function skipGitOptions(words: readonly string[]): readonly string[] {
  const begin = findGitSubcommand(words) ?? words.findIndex(word => !word.startsWith('-'))
  return begin === -1 ? [] : words.slice(begin)
}
