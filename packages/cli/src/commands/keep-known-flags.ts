import type { Command, Option } from 'commander'

/** A command line without the flags that a command does not know, and those flags. */
type KnownFlags = { readonly argv: readonly string[]; readonly unknown: readonly string[] }

/**
 * Leaves out what the command does not know: scripts for other versions of Claude Code shall run all the same. A value
 * is taken for the flag's where it stands behind `=`, and where Claude Code's flag of that name has one.
 */
export function keepKnownFlags(command: Command, argv: readonly string[]): KnownFlags {
  const kept: string[] = []
  const unknown: string[] = []
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? ''
    if (argument === '--') return { argv: [...kept, ...argv.slice(index)], unknown }
    const [name = '', ...value] = argument.split('=')
    const option = isFlag(argument) ? findOption(command, name) : null
    const next = argv[index + 1]
    if (option === undefined) {
      unknown.push(name)
      if (value.length === 0 && FLAGS_WITH_VALUE.has(name) && next !== undefined && !next.startsWith('--'))
        index++
    } else {
      kept.push(argument)
      // A value may begin with a dash; it is none of the flags then.
      if (option?.required && value.length === 0 && next !== undefined) kept.push(argv[++index] ?? '')
      // A list goes on until the next flag.
      while (option?.variadic && value.length === 0 && isWord(argv[index + 1])) kept.push(argv[++index] ?? '')
    }
  }
  return { argv: kept, unknown }
}

function isWord(argument: string | undefined): boolean {
  return argument !== undefined && !isFlag(argument)
}

function isFlag(argument: string): boolean {
  return /^-[^-\d]|^--/.test(argument)
}

function findOption(command: Command, name: string): Option | undefined {
  if (name === '-h' || name === '--help') return command.createOption('--help')
  return command.options.find(
    option => option.short === name || option.long === name || isAlias(option, name),
  )
}

/** Commander takes two long names as one of them being short. */
function isAlias({ flags }: Option, name: string): boolean {
  return flags.split(/[ ,|]+/).includes(name)
}

/** Flags of Claude Code that have a value and mean nothing here. */
const FLAGS_WITH_VALUE: ReadonlySet<string> = new Set([
  '--agent',
  '--betas',
  '--channels',
  '--debug-file',
  '--effort',
  '--json-schema',
  '--managed-settings',
  '--permission-prompts',
  '--plugin-dir',
  '--plugin-dir-no-mcp',
  '--project-config-root',
  '--resume-drops-turn',
  '--sdk-url',
  '--system-prompt-file',
  '--append-system-prompt-file',
])

/** True for a command line that talks to the agent, as `claude -p …` does; programs that drive it leave out the `-p`. */
export function isPrint(argv: readonly string[], commands: readonly string[]): boolean {
  if (commands.includes(argv[0] ?? '')) return false
  const end = argv.indexOf('--')
  const before = end === -1 ? argv : argv.slice(0, end)
  if (before.some(argument => /^(?:-p|--print)(?:=|$)/.test(argument))) return true
  return (
    before[0]?.startsWith('-') === true &&
    before.some(argument => /^--(?:in|out)put-format(?:=|$)/.test(argument))
  )
}
