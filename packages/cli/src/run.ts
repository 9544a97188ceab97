import { stripControl } from '@antiphon/core/ui'
import {
  COMPATIBLE_VERSION,
  EXIT_CODES,
  type ExitCode,
  type Io,
  ProgramError,
  readVersion,
} from '@antiphon/host'
import { Command, CommanderError } from 'commander'
import type { CommandContext } from './command-context.ts'
import { formatExitCodes } from './commands/exit-code-help.ts'
import { isPrint, keepKnownFlags } from './commands/keep-known-flags.ts'
import { chooseStore, STORE_COMMANDS, STORE_OPTION } from './commands/store-flag.ts'
import { HELP_FORMAT } from './terminal/help-format.ts'

/** Runs one command line (without node and script) and gives its exit code; throws a `ProgramError` where it cannot. */
export async function run(words: readonly string[], world: Io): Promise<ExitCode> {
  const { argv, io, note } = chooseStore(words, nameCommand(words), world)
  if (note !== null) await io.stderr.write(`antiphon: ${note}\n`)
  let exitCode: ExitCode = EXIT_CODES.ok
  const help: string[] = []
  const context: CommandContext = {
    io,
    finish: code => {
      exitCode = code
    },
  }
  if (argv[0] === '-v') {
    await io.stdout.write(`${COMPATIBLE_VERSION} (Antiphon ${readVersion()})\n`)
    return EXIT_CODES.ok
  }
  // Nothing of what all commands need for that.
  if (argv[0] === '-V' || argv[0] === '--version') {
    await io.stdout.write(`${readVersion()}\n`)
    return EXIT_CODES.ok
  }
  const isTalk = isPrint(argv, [...COMMANDS.keys()])
  const writeHelp = (text: string): void => void help.push(text)
  const program = isTalk
    ? await createTalk({ context, writeHelp })
    : await createProgram(argv, { context, writeHelp })
  try {
    await program.parseAsync(
      [...(isTalk ? await keepKnown(program, argv, io) : argv.length === 0 ? ['open'] : argv)],
      {
        from: 'user',
      },
    )
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw toProgramError(error, isTalk ? '-p' : findCommand(argv))
  }
  await io.stdout.write(help.join(''))
  return exitCode
}

/** Which command a line means; `-p` for the agent's. */
function nameCommand(argv: readonly string[]): string {
  if (isPrint(argv, [...COMMANDS.keys()])) return '-p'
  const first = argv[0] ?? 'open'
  return COMMANDS.has(first) ? first : (argv.find(word => COMMANDS.has(word)) ?? '')
}

/** Flags of other versions are named and ignored. */
async function keepKnown(program: Command, argv: readonly string[], io: Io): Promise<readonly string[]> {
  const known = keepKnownFlags(program, argv)
  if (known.unknown.length > 0)
    await io.stderr.write(`antiphon: ignored, means nothing here: ${stripControl(known.unknown.join(' '))}\n`)
  return known.argv
}

type Surroundings = { readonly context: CommandContext; readonly writeHelp: (text: string) => void }

type AddCommand = (program: Command, context: CommandContext) => void

/** Every command, in the order of the help. Each is loaded when it is called for: a small one need not wait for a large one. */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['open', async () => (await import('./commands/open.ts')).addOpenCommand],
  [
    'chat',
    async () => {
      const { addChatCommand } = await import('./commands/chat.ts')
      return (program, context) => addChatCommand(program, context, run)
    },
  ],
  [
    'acp',
    async () => {
      const { addAcpCommand } = await import('./commands/acp.ts')
      return (program, context) => addAcpCommand(program, context, run)
    },
  ],
  ['ls', async () => (await import('./commands/ls.ts')).addLsCommand],
  ['rename', async () => (await import('./commands/rename.ts')).addRenameCommand],
  ['star', async () => (await import('./commands/mark.ts')).addStarCommand],
  ['tag', async () => (await import('./commands/mark.ts')).addTagCommand],
  ['hide', async () => (await import('./commands/mark.ts')).addHideCommand],
  ['archive', async () => (await import('./commands/archive.ts')).addArchiveCommand],
  ['delete', async () => (await import('./commands/trash.ts')).addDeleteCommand],
  ['restore', async () => (await import('./commands/trash.ts')).addRestoreCommand],
  ['show', async () => (await import('./commands/show.ts')).addShowCommand],
  ['diff', async () => (await import('./commands/diff.ts')).addDiffCommand],
  ['api', async () => (await import('./commands/api.ts')).addApiCommand],
  ['trace', async () => (await import('./commands/trace.ts')).addTraceCommand],
  ['stream', async () => (await import('./commands/stream.ts')).addStreamCommand],
  ['tail', async () => (await import('./commands/tail.ts')).addTailCommand],
  ['context', async () => (await import('./commands/context.ts')).addContextCommand],
  ['doctor', async () => (await import('./commands/doctor.ts')).addDoctorCommand],
  ['export', async () => (await import('./commands/export.ts')).addExportCommand],
  ['convert', async () => (await import('./commands/convert.ts')).addConvertCommand],
  ['fork', async () => (await import('./commands/fork.ts')).addForkCommand],
  ['schedule', async () => (await import('./commands/schedule.ts')).addScheduleCommand],
  ['store', async () => (await import('./commands/store.ts')).addStoreCommand],
  ['sync', async () => (await import('./commands/sync.ts')).addSyncCommand],
  ['pull', async () => (await import('./commands/pull.ts')).addPullCommand],
  ['mcp', async () => (await import('./commands/mcp.ts')).addMcpCommand],
  ['access', async () => (await import('./commands/access.ts')).addAccessCommand],
  ['search', async () => (await import('./commands/search.ts')).addSearchCommand],
  ['usage', async () => (await import('./commands/usage.ts')).addUsageCommand],
  ['simulate', async () => (await import('./commands/simulate.ts')).addSimulateCommand],
  ['completion', async () => (await import('./commands/completion.ts')).addCompletionCommand],
  ['man', async () => (await import('./commands/man.ts')).addManCommand],
  ['demo', async () => (await import('./commands/demo.ts')).addDemoCommand],
])

/** These tell of all the others. */
const ABOUT_ALL: ReadonlySet<string> = new Set(['completion', 'man'])

/** The one that is named, or all: for help, and for a word that is none of them. */
function choose(argv: readonly string[]): readonly (() => Promise<AddCommand>)[] {
  const named = ABOUT_ALL.has(argv[0] ?? '') ? undefined : COMMANDS.get(argv[0] ?? 'open')
  return named ? [named] : [...COMMANDS.values()]
}

async function createTalk({ context, writeHelp }: Surroundings): Promise<Command> {
  const { createPrintCommand } = await import('./commands/print.ts')
  return createPrintCommand(context, run)
    .configureOutput({ writeOut: writeHelp, writeErr: () => {} })
    .configureHelp(HELP_FORMAT)
    .addHelpText('afterAll', ({ command }) => formatExitCodes(command.name()))
    .exitOverride()
}

async function createProgram(
  argv: readonly string[],
  { context, writeHelp }: Surroundings,
): Promise<Command> {
  const program = new Command('antiphon')
    .description(
      'See, check and continue the sessions of coding agents.\n\nantiphon -p PROMPT asks the agent; `antiphon -p --help` lists its flags.',
    )
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .configureOutput({ writeOut: writeHelp, writeErr: () => {} })
    .configureHelp(HELP_FORMAT)
    .addHelpText('afterAll', ({ command }) => formatExitCodes(command.name()))
    .exitOverride()
  for (const load of choose(argv)) {
    const add = await load()
    add(program, context)
  }
  for (const command of program.commands) if (STORE_COMMANDS.has(command.name())) addStoreOption(command)
  return program
}

/** For help and completion: the flag is taken off before. */
function addStoreOption(command: Command): void {
  const takers = command.commands.length > 0 ? command.commands : [command]
  for (const taker of takers) taker.option(...STORE_OPTION)
}

/** The command that the person meant, as far as one is named. */
function findCommand(argv: readonly string[]): string | undefined {
  return argv.find(argument => COMMANDS.has(argument))
}

function toProgramError(error: CommanderError, command: string | undefined): ProgramError {
  const what =
    error.code === 'commander.help'
      ? `name a command of antiphon ${command}.`
      : error.message
          .replace(/^error: /, '')
          .replace(/\n\((Did you mean .*\?)\)$/s, '. $1')
          .replace(/[.?]?$/, end => end || '.')
  const help = ['antiphon', command, '--help'].filter(Boolean).join(' ')
  return new ProgramError('wrong-use', `${capitalize(what)} See \`${help}\`.`, { cause: error })
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
