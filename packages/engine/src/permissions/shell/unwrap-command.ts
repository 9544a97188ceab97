import { wordSet } from '../../text/word-set.ts'
import { evaluatesWords } from './evaluates-words.ts'
import { readProgramTable, splitWords } from './program-table.ts'
import type { ShellAssignment, ShellWord } from './shell-command.ts'
import { findWrappedCommand, OPAQUE_WRAPPERS, RUNNERS, WRAPPERS } from './wrapper-options.ts'

/** What a wrapper leads to. */
export type Unwrapped = {
  readonly words: readonly ShellWord[]
  readonly forms: readonly (readonly ShellWord[])[]
  readonly assignments: readonly ShellAssignment[]
  readonly isAltered: boolean
  readonly isOpaque: boolean
  /** Texts that a shell would run as commands. */
  readonly scripts: readonly string[]
}

/** Looks behind `timeout`, `env`, `sudo`, `xargs`, `bash -c`, `eval`, `find -exec` and the like, for the commands that really run. */
export function unwrapCommand(words: readonly ShellWord[]): Unwrapped {
  const forms: (readonly ShellWord[])[] = [words]
  const assignments: ShellAssignment[] = []
  let current = words
  let isAltered = false
  for (let depth = 0; depth < MOST_WRAPPERS; depth++) {
    const name = getCommandName(current).replace(GNU_NAME, '')
    const options = WRAPPERS.get(name)
    if (options === undefined) {
      const inner = readSpecial(name, current)
      const result = { words: current, forms: [...forms, ...inner.forms], assignments }
      return {
        ...result,
        isAltered: isAltered || inner.isAltered,
        isOpaque: inner.isOpaque,
        scripts: inner.scripts,
      }
    }
    // `command -v x` names a program and runs none.
    if (name === 'command' && /^-[pvV]*[vV]$/.test(current[1]?.text ?? ''))
      return { words: current, forms, assignments, isAltered, isOpaque: false, scripts: [] }
    const begin = findWrappedCommand(current, 1, options)
    if (begin === null) return giveUpOn(current, forms)
    const end = options.takesAssignments ? readAssignments(current, begin, assignments) : begin
    // `env` alone, `command -v x`: nothing is run.
    if (end >= current.length)
      return { words: current, forms, assignments, isAltered, isOpaque: false, scripts: [] }
    isAltered ||= !options.isTransparent || (name === 'env' && begin > 1)
    // What xargs puts in may be the program itself.
    if (name === 'xargs' && current.slice(1, end).some(({ text }) => REPLACING.test(text)))
      return giveUpOn(current, forms)
    current = name === 'xargs' ? [...current.slice(end), UNKNOWN_WORD] : current.slice(end)
    forms.push(current)
  }
  return giveUpOn(current, forms)
}

/** The command's name without the folder in which it lies. */
export function getCommandName(words: readonly ShellWord[]): string {
  return words[0]?.text.replace(/^.*\//s, '') ?? ''
}

type Inner = Pick<Unwrapped, 'forms' | 'isAltered' | 'isOpaque' | 'scripts'>

function readSpecial(name: string, words: readonly ShellWord[]): Inner {
  if (SHELLS.has(name)) return { forms: [], isAltered: true, ...findShellScript(words) }
  if (name === 'eval') {
    const script = words
      .slice(words[1]?.text === '--' ? 2 : 1)
      .map(word => word.text)
      .join(' ')
    return {
      forms: [],
      isAltered: true,
      isOpaque: words.some(word => word.isDynamic || word.glob !== null),
      scripts: [script],
    }
  }
  if (name === 'source' || name === '.') return { forms: [], isAltered: true, isOpaque: true, scripts: [] }
  if (name === 'find') return readFind(words)
  // Behind `time` a whole group or condition may stand.
  if (OPAQUE_WRAPPERS.has(name) || RESERVED.has(words[0]?.raw ?? '') || /^ld(?:-.*)?\.so/.test(name)) {
    const { forms, scripts } = giveUpOn(words, [])
    return { forms, scripts, isAltered: true, isOpaque: true }
  }
  if (RUNNERS.has(name)) return { ...giveUpOn(words, []), isAltered: false, isOpaque: false, scripts: [] }
  const run = findRunnerCommand(name, words)
  if (run !== null)
    return {
      forms: giveUpOn(run, []).forms,
      isAltered: false,
      isOpaque: false,
      scripts: listRunnerScripts(run),
    }
  const [first] = words
  const isPattern = first !== undefined && first.glob !== null && first.raw !== '[' && first.raw !== '[['
  const isUnknown =
    first !== undefined &&
    (first.isDynamic || isPattern || name.startsWith('=') || evaluatesWords(name, words))
  return { forms: [], isAltered: isUnknown, isOpaque: isUnknown, scripts: [] }
}

/** `find … -exec command ;` runs the command with names that it finds. */
function readFind(words: readonly ShellWord[]): Inner {
  const forms: ShellWord[][] = []
  for (let index = 1; index < words.length && forms.length < MOST_FORMS; index++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(words[index]?.text ?? '')) continue
    const end = words.findIndex((word, at) => at > index && (word.text === ';' || word.text === '+'))
    forms.push([...words.slice(index + 1, end === -1 ? undefined : end), UNKNOWN_WORD])
    if (end !== -1) index = end
  }
  // What is behind find's command can be a wrapper once more; a text for a shell is looked at as one.
  const scripts = forms.map(form => form.map(word => word.text).join(' '))
  return { forms, scripts, isAltered: forms.length > 0, isOpaque: false }
}

/** Every rest of the words may be the command, and every word a text that a shell runs. */
function giveUpOn(words: readonly ShellWord[], forms: readonly (readonly ShellWord[])[]): Unwrapped {
  const near = words.slice(1, MOST_FORMS)
  return {
    words,
    forms: [...forms, ...near.map((_, index) => words.slice(index + 1))],
    assignments: [],
    isAltered: true,
    isOpaque: true,
    scripts: near.filter(word => /\s/.test(word.text)).map(word => word.text),
  }
}

function readAssignments(words: readonly ShellWord[], from: number, into: ShellAssignment[]): number {
  let index = from
  for (; index < words.length; index++) {
    const word = words[index]
    // Any name will do here, even that of an exported function.
    const name = /^(?<name>[^=]+)=/s.exec(word?.certain ?? '')?.groups?.name
    if (word === undefined || name === undefined) break
    const skip = name.length + 1
    into.push({ name, value: { ...word, text: word.text.slice(skip), certain: word.certain.slice(skip) } })
  }
  return index
}

const UNKNOWN_WORD: ShellWord = { raw: '…', text: '…', certain: '', isDynamic: true, glob: null }
const RESERVED = wordSet('{ ! if while until for case select function')
/** As some systems call the programs of GNU. */
const GNU_NAME = /^g(?=(?:timeout|nice|nohup|stdbuf|env|xargs|chroot)$)/
/** `xargs -I x`, alone or in a bundle. */
const REPLACING = /^-[0prtx]*[IiJ]|^--rep/
const MOST_WRAPPERS = 12
const MOST_FORMS = 24

/** The words behind `npm exec`, `docker run`, `uv run` and the like, somewhere in which a command begins; null for anything else. */
export function findRunnerCommand(name: string, words: readonly ShellWord[]): readonly ShellWord[] | null {
  const subcommands = splitWords(RUNNING_SUBCOMMANDS.get(name)?.get('by'))
  const begin = words.findIndex(({ text }, index) => index > 0 && subcommands.includes(text))
  return begin === -1 ? null : words.slice(begin)
}

/** What `npm exec -c '…'` hands to a shell. */
function listRunnerScripts(words: readonly ShellWord[]): string[] {
  return words.flatMap(({ text }, index) => {
    const glued = /^--call=(?<script>.*)$/s.exec(text)?.groups?.script
    if (glued !== undefined) return [glued]
    const next = words[index + 1]
    return (text === '-c' || text === '--call' || text === '--command') && next !== undefined
      ? [next.text]
      : []
  })
}

const RUNNING_SUBCOMMANDS = readProgramTable(`
  npm: by exec x
  pnpm, yarn: by exec dlx
  bun: by x
  uv, poetry, pipenv, hatch, conda, mamba, rustup: by run
  bundle, ip, opam: by exec
  docker, podman, docker-compose, kubectl: by exec run
  nix: by run develop shell
  cmake: by -E
`)

/** Programs that run a text as shell commands. */
export const SHELLS: ReadonlySet<string> = wordSet(
  'sh bash zsh dash ksh mksh ash fish rbash rzsh csh tcsh pwsh powershell',
)

/** The text that `bash -c '…'` would run; opaque where it is a file, the standard input or not known. */
export function findShellScript(words: readonly ShellWord[]): { scripts: string[]; isOpaque: boolean } {
  let hasCommand = false
  for (let index = 1; index < words.length; index++) {
    const word = words[index]
    if (word === undefined || word.isDynamic) break
    if (!/^[-+]./.test(word.text)) {
      return hasCommand ? { scripts: [word.text], isOpaque: false } : { scripts: [], isOpaque: true }
    }
    // A file that runs first.
    if (/^--(?:rcfile|init-file)/.test(word.text)) break
    if (!word.text.startsWith('--')) {
      hasCommand ||= word.text.startsWith('-') && word.text.includes('c')
      if (/[oO]$/.test(word.text)) index++
    }
  }
  return { scripts: [], isOpaque: true }
}
