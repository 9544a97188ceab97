import { stripControl } from '@antiphon/core'
import { Command, CommanderError } from 'commander'
import { keepKnownFlags } from './agent/keep-known-flags.ts'
import { CliError, EXIT_CODES, type ExitCode } from './cli-error.ts'
import { addApiCommand } from './commands/api.ts'
import type { CommandContext } from './commands/command-context.ts'
import { addContextCommand } from './commands/context.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addExportCommand } from './commands/export.ts'
import { addForkCommand } from './commands/fork.ts'
import { addLsCommand } from './commands/ls.ts'
import { addOpenCommand } from './commands/open.ts'
import { createPrintCommand, isPrint } from './commands/print.ts'
import { addSearchCommand } from './commands/search.ts'
import { addShowCommand } from './commands/show.ts'
import { addSimulateCommand } from './commands/simulate.ts'
import { addStreamCommand } from './commands/stream.ts'
import { addTailCommand } from './commands/tail.ts'
import { addUsageCommand } from './commands/usage.ts'
import type { Io } from './io.ts'
import { COMPATIBLE_VERSION, readVersion } from './version.ts'

/** Runs one command line (without node and script) and gives its exit code; throws a `CliError` where it cannot. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
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
  const all = createProgram(context, text => help.push(text))
  const isTalk = isPrint(
    argv,
    all.commands.map(command => command.name()),
  )
  const program = isTalk
    ? createPrintCommand(io, context.finish)
        .configureOutput({ writeOut: text => help.push(text), writeErr: () => {} })
        .exitOverride()
    : all
  const words = argv.length === 0 ? ['open'] : argv
  try {
    await program.parseAsync([...(isTalk ? await keepKnown(program, words, io) : words)], {
      from: 'user',
    })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw toCliError(error, isTalk ? '-p' : findCommand(program, argv))
  }
  await io.stdout.write(help.join(''))
  return exitCode
}

/** Flags of other versions are named and ignored. */
async function keepKnown(program: Command, argv: readonly string[], io: Io): Promise<readonly string[]> {
  const known = keepKnownFlags(program, argv)
  if (known.unknown.length > 0)
    await io.stderr.write(`antiphon: ignored, means nothing here: ${stripControl(known.unknown.join(' '))}\n`)
  return known.argv
}

function createProgram(context: CommandContext, writeHelp: (text: string) => void): Command {
  const program = new Command('antiphon')
    .description(
      'See, check and continue the sessions of coding agents.\n\nantiphon -p PROMPT asks the agent; `antiphon -p --help` lists its flags.',
    )
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .configureOutput({ writeOut: writeHelp, writeErr: () => {} })
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('afterAll', EXIT_CODE_HELP)
    .exitOverride()
  addOpenCommand(program, context)
  addLsCommand(program, context)
  addShowCommand(program, context)
  addApiCommand(program, context)
  addStreamCommand(program, context)
  addTailCommand(program, context)
  addContextCommand(program, context)
  addDoctorCommand(program, context)
  addExportCommand(program, context)
  addForkCommand(program, context)
  addSearchCommand(program, context)
  addUsageCommand(program, context)
  addSimulateCommand(program, context)
  addDemoCommand(program, context)
  return program
}

const EXIT_CODE_HELP = `
Exit codes:
  0    all went well
  1    a turn ended in an error, --check found a problem, or search found nothing
  2    wrong use, or an input that cannot be read
  130  interrupted, 143 told to end`

/** The command that the person meant, as far as one is named. */
function findCommand(program: Command, argv: readonly string[]): string | undefined {
  const names = program.commands.map(command => command.name())
  return argv.find(argument => names.includes(argument))
}

function toCliError(error: CommanderError, command: string | undefined): CliError {
  const what =
    error.code === 'commander.help'
      ? `name a command of antiphon ${command}.`
      : error.message.replace(/^error: /, '').replace(/\.?$/, '.')
  const help = ['antiphon', command, '--help'].filter(Boolean).join(' ')
  return new CliError('wrong-use', `${capitalize(what)} See \`${help}\`.`, { cause: error })
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
