import { wordSet } from '../../text/word-set.ts'
import { isUnknownWord } from './expand-words.ts'
import { CHECKED_GIT, findGitSubcommand, QUIET_GIT } from './git-options.ts'
import { getProgramKind, type ProgramKind } from './program-kinds.ts'
import { isTameCode } from './tame-code.ts'

/** A program with its words, and the files that the rest of the line writes. */
export type ProgramUse = {
  /** Without its folder; null where the file is not one that the system brings along. */
  readonly name: string | null
  readonly words: readonly string[]
  readonly written: readonly string[]
}

/** Whether nobody can tell what a program starts. A rule is about what a line says: programs that run the project's own code are programs of their own, unless the line itself writes that code. */
export function isDoubtfulUse({ name, words, written }: ProgramUse): boolean {
  const kind = name === null ? null : getProgramKind(name)
  if (name === null || kind === null || written.some(isProgramPlace)) return true
  if (runsWrittenCode(kind, name, words, written)) return true
  if (name === 'git') return isDoubtfulGit(words)
  if (kind === 'interpreter') return isDoubtfulInterpreter(name, words)
  if (DATABASES.test(name)) return isDoubtfulQuery(name, words)
  if (/^(?:less|more)$/.test(name) && words.some(word => word.startsWith('+'))) return true
  return kind === 'checked' && isSteeredByUnknown(name, words)
}

/** Whether a text for a program that runs code names another program, as a script or a setting would; a subcommand of that name is none. */
export function mentionsProgram(
  { name, words }: Pick<ProgramUse, 'name' | 'words'>,
  program: string,
): boolean {
  const kind = name === null ? null : getProgramKind(name)
  const runsCode = kind === 'project' || kind === 'interpreter' || (name !== null && RUNS_PROJECT.test(name))
  if (!runsCode || !/^[\w.+-]+$/.test(program)) return false
  const named = new RegExp(`(?:^|[^\\w.-])${program.replaceAll(/[.+]/g, '\\$&')}(?![\\w-])`)
  return words.some((word, index) => {
    if (word === program)
      return words.slice(0, index).some(before => /^(?:--|-c|-x|--command|exec|run)$/.test(before))
    return named.test(word)
  })
}

/** An unknown word may be the option that runs another program. */
function isSteeredByUnknown(name: string, words: readonly string[]): boolean {
  const first = words.findIndex(isUnknownWord)
  if (first === -1) return false
  // Behind a subcommand that runs a script of the project, what follows is for the script.
  const isScript =
    /^(?:npm|pnpm|yarn|bun)$/.test(name) && PROJECT_SCRIPTS.test(words.slice(0, first).join(' '))
  return !isScript
}

/** An alias may stand behind a subcommand that is none of git's. */
function isDoubtfulGit(words: readonly string[]): boolean {
  const begin = findGitSubcommand(words)
  const subcommand = begin === null ? undefined : words[begin]
  if (begin === null) return true
  if (subcommand === undefined) return words.some(isUnknownWord)
  if (QUIET_GIT.has(subcommand)) return false
  return !CHECKED_GIT.has(subcommand) || words.some(isUnknownWord)
}

/** Code on the command line is looked at; code from the standard input is not seen, and a file of the project is its own program. */
function isDoubtfulInterpreter(name: string, words: readonly string[]): boolean {
  if (words.some(isUnknownWord)) return true
  // Perl opens a name with a sign at its end as a program.
  if (/^perl/.test(name) && words.some(word => /^\s*[|<>+]|[|]\s*$/.test(word))) return true
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '-' || word === '--') return true
    if (!word.startsWith('-')) return /^(?:deno|bun|php)/.test(name) && /^(?:eval|repl|x|exec|-)$/.test(word)
    if (/^--?(?:version|help|V|v|h)$/.test(word)) return false
    if (/^python|^pypy/.test(name) && /^-m/.test(word))
      return !PYTHON_MODULES.has(word.length > 2 ? word.slice(2) : (words[index + 1] ?? ''))
    if (/^node/.test(name) && /^--(?:test|check|run)$|^-c$/.test(word)) return false
    const code = readCode(name, words, index)
    if (code !== null) return !isTameCode(name, code)
    if (!isPlainOption(name, word)) return true
  }
  return true
}

/** The code behind `-c`, `-e`, `-p` and their like; null for another option. */
function readCode(name: string, words: readonly string[], index: number): string | null {
  const word = words[index] ?? ''
  const pattern = /^python|^pypy/.test(name)
    ? /^-[BbdEhiIOqsSuvx]*c(?<code>.*)$/s
    : /^node/.test(name)
      ? /^(?:-[ep]|-pe|--(?:eval|print))(?:=(?<code>.*))?$/s
      : /^-[lanpwis]*[eE](?<code>.*)$/s
  const found = pattern.exec(word)
  if (found === null) return null
  const rest = words.slice(index + 1)
  // More code may follow.
  if (rest.some(other => /^-[a-zA-Z]*[ecEM]/.test(other))) return '\\'
  return found.groups?.code || (words[index + 1] ?? '')
}

function isPlainOption(name: string, word: string): boolean {
  if (/^python|^pypy/.test(name)) return /^-[BbdEIOqsSuv]+$/.test(word)
  if (/^node/.test(name))
    return /^--(?:no-warnings|enable-source-maps|trace-warnings|max-old-space-size=\d+|watch)$/.test(word)
  return /^perl/.test(name) && /^-(?:[lanpw]+|F.|i\.?\w*|pi|0\d*)$/.test(word)
}

/** A query may hold commands of the client, and without one the client reads its standard input. */
function isDoubtfulQuery(name: string, words: readonly string[]): boolean {
  if (
    words.some(
      word =>
        isUnknownWord(word) ||
        /\\|^\s*\.|\n\s*\.|\bsystem\b|\bprogram\b|\bedit\s*\(|load_extension/i.test(word),
    )
  )
    return true
  if (name !== 'sqlite3')
    return (
      !words.some(word => /^-[a-zA-Z]*[ce]|^--(?:command|execute|version|list)/.test(word)) ||
      words.some(word => /^-f|^--file/.test(word))
    )
  if (words.some(word => /^--?(?:cmd|init|interactive|vfs)/.test(word))) return true
  return (
    words.filter(word => !word.startsWith('-')).length < 2 && !words.some(word => /^--?version$/.test(word))
  )
}

/** Whether the program would run what another command of the same line has just written. */
function runsWrittenCode(
  kind: ProgramKind,
  name: string,
  words: readonly string[],
  written: readonly string[],
): boolean {
  if (written.length === 0 || kind === 'quiet') return false
  if (name === 'git') return written.some(path => isUnknownWord(path) || /(?:^|\/)\.git/.test(path))
  if (kind === 'checked' && !RUNS_PROJECT.test(name)) return false
  if (kind === 'interpreter')
    return written.some(
      path =>
        isUnknownWord(path) ||
        words.some(word => getFileName(word) === getFileName(path)) ||
        /\.(?:py|m?js|cjs|ts|pm|rb|json)$/.test(path),
    )
  return written.some(path => !/\.(?:log|txt|md|out|tmp|csv|html|xml|tap|lcov)$/.test(path))
}

/** The name of a file without its folder. */
export function getFileName(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//s, '')
}

/** Where the shell looks for programs. */
function isProgramPlace(path: string): boolean {
  return /(?:^|\/)s?bin(?:\/|$)/.test(path)
}

const DATABASES = /^(?:sqlite3|psql|mysql|mariadb)$/
const RUNS_PROJECT =
  /^(?:npm|pnpm|yarn|bun|npx|pnpx|bunx|uvx|make|gmake|cmake|ninja|uv|poetry|pipenv|hatch|bundle|docker|podman|docker-compose|nix|direnv)$/
const PROJECT_SCRIPTS =
  /^(?:test|t|start|run [\w:.-]+|run-script [\w:.-]+|build|lint|install|ci|add|i)(?:\s|$)/
const PYTHON_MODULES = wordSet(
  'pytest unittest pip venv virtualenv http.server json.tool mypy black ruff flake8 isort pylint build twine compileall ensurepip coverage tox nox sphinx mkdocs uvicorn gunicorn flask django pre_commit',
)
