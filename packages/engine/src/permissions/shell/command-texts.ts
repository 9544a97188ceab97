import type { ShellWord } from './shell-command.ts'
import { getCommandName } from './unwrap-command.ts'

/** A command as a person would write it in a rule that allows: once plain, once with its own quotes. A blank inside a word never looks like one between words. */
export function formatWords(words: readonly ShellWord[]): string[] {
  const plain = words.map(({ text }) => (/^[^\s'"]+$/.test(text) ? text : JSON.stringify(text))).join(' ')
  return [plain, words.map(({ raw }) => raw).join(' ')]
}

/** Every spelling under which a rule may forbid a command: without its folder, without git's options, without capitals and disguise. */
export function listSpellings(words: readonly ShellWord[]): string[] {
  const [first, ...rest] = words
  if (first === undefined) return []
  const name = getCommandName(words)
  const tail = rest.map(({ text }) => ` ${text}`).join('')
  const spellings = [`${first.text}${tail}`, `${name}${tail}`, words.map(({ raw }) => raw).join(' ')]
  if (name === 'git')
    spellings.push(
      `git ${skipGitOptions(rest)
        .map(({ text }) => text)
        .join(' ')}`,
    )
  const plain = spellings.map(text =>
    text.normalize('NFKC').replaceAll(/\p{Cf}|\p{Cc}|\p{Default_Ignorable_Code_Point}/gu, ''),
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
  return getCommandName(words) === 'git' && skipGitOptions(known.slice(1)).length === 0
    ? [...beginnings, 'git ']
    : beginnings
}

function lowerName(text: string): string {
  const end = text.indexOf(' ')
  return end === -1 ? text.toLowerCase() : text.slice(0, end).toLowerCase() + text.slice(end)
}

/** What follows the options between `git` and its subcommand. */
function skipGitOptions(words: readonly ShellWord[]): readonly ShellWord[] {
  let index = 0
  while (words[index]?.text.startsWith('-')) index += GIT_VALUE_OPTIONS.has(words[index]?.text ?? '') ? 2 : 1
  return words.slice(index)
}

const GIT_VALUE_OPTIONS: ReadonlySet<string> = new Set(
  '-c -C --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source'.split(' '),
)
