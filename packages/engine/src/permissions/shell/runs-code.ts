import { wordSet } from '../../text/word-set.ts'
import type { CommandPart } from './command-part.ts'
import { getProgramKind, PROJECT_TOOLS, READS_COMMANDS } from './program-kinds.ts'
import type { ShellWord } from './shell-command.ts'
import { findRunnerCommand, getCommandName, SHELLS } from './unwrap-command.ts'
import { RUNNERS } from './wrapper-options.ts'

/** Whether a command runs what the project holds: a tool, a script in a file, a program by its path. */
export function runsProjectCode({ words }: CommandPart): boolean {
  const name = getCommandName(words)
  if (PROJECT_TOOLS.has(name)) return !takesText(name, words)
  if (SHELLS.has(name) || name === 'source' || name === '.') return namesScript(words)
  if (getProgramKind(name) === 'interpreter') return namesScript(words) || runsKnownModule(words)
  const first = words[0]
  return first !== undefined && !first.isDynamic && /\//.test(first.text) && !SYSTEM.test(first.text)
}

/** Whether a command takes what it does from a text on the line or from standard input, of which nobody can tell what it touches. */
export function runsHiddenCode(part: CommandPart): boolean {
  const { words } = part
  const name = getCommandName(words)
  if (PROJECT_TOOLS.has(name)) return takesText(name, words)
  if (READS_COMMANDS.has(name)) return !/awk$/.test(name)
  if (getProgramKind(name) === 'interpreter') return !runsProjectCode(part) && !asksVersion(words)
  if (SHELLS.has(name)) return !namesScript(words) && !words.some(({ text }) => /^-[A-Za-z]*c/.test(text))
  return false
}

/** It is given its program on the line or by standard input, or runs a program of which not every word is known. */
function takesText(name: string, words: readonly ShellWord[]): boolean {
  if (words.some(({ text }) => /^-f?-?$|^--eval\b|^\/(?:dev|proc)\//.test(text) && text !== '--')) return true
  const isRunner = RUNNERS.has(name) || findRunnerCommand(name, words) !== null
  if (!isRunner && name !== 'deno' && name !== 'bun') return false
  return words.some(
    ({ text, isDynamic, glob }) =>
      isDynamic || glob !== null || /^(?:-e|-c|eval|--call|--command)$/.test(text),
  )
}

/** The first word that is no option is a file; a text on the line and standard input are not. */
function namesScript(words: readonly ShellWord[]): boolean {
  for (const { text, isDynamic, glob } of words.slice(1)) {
    if (isDynamic || glob !== null || text === '-' || /^\/(?:dev|proc)\//.test(text)) return false
    if (!text.startsWith('-')) return true
    if (!PLAIN_FLAG.test(text)) return false
  }
  return false
}

function runsKnownModule(words: readonly ShellWord[]): boolean {
  return (
    /^python|^pypy/.test(getCommandName(words)) &&
    words[1]?.text === '-m' &&
    MODULES.has(words[2]?.text ?? '')
  )
}

function asksVersion(words: readonly ShellWord[]): boolean {
  return words.length === 2 && /^(?:-v|-V|--version|--help|-h)$/.test(words[1]?.text ?? '')
}

/** Options behind which a script may follow, and that take nothing themselves. */
const PLAIN_FLAG =
  /^(?:-[uBOESxv]+|--(?:test|watch|inspect|enable-source-maps|no-warnings|trace-warnings)\b.*)$/

const MODULES = wordSet(
  'pytest unittest pip venv mypy black ruff flake8 pylint isort build tox nox coverage django flask',
)

const SYSTEM = /^\/(?:usr\/(?:local\/)?)?s?bin\//
