import { convertStoredSession, findSession, SESSION_ARGUMENT } from '@antiphon/host'
import { CONVERSION_TARGETS, type ConversionTarget } from '@antiphon/transcript'
import { type Command, Option } from 'commander'
import { type CommandContext, type OutputFlags, printResult, toProgramError } from '../command-context.ts'
import { formatConversion } from '../convert/format-conversion.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'

type ConvertOptions = OutputFlags & {
  readonly to: ConversionTarget
  readonly project?: string
  readonly out?: string
  readonly sessionId?: string
  readonly dryRun?: true
}

/** `antiphon convert SESSION --to claude|antiphon`: a session that another program goes on with. */
export function addConvertCommand(program: Command, { io }: CommandContext): void {
  program
    .command('convert')
    .summary('a session of any agent as one that Claude Code or Antiphon goes on with')
    .description(
      'Makes a new session of one that any agent keeps (Codex, opencode, Gemini CLI, …), so that Claude Code or Antiphon ' +
        'can go on with it. Calls and results stay calls and results, by the names of our own tools. The original is only ' +
        'read, nothing is written over, and everything that is not as it was is told. Tokens stay counted with the original.',
    )
    .argument('<session>', SESSION_ARGUMENT)
    .addOption(
      new Option('--to <program>', 'who goes on with it')
        .choices(Object.keys(CONVERSION_TARGETS))
        .makeOptionMandatory(),
    )
    .option('--project <dir>', 'the folder in which it is gone on with (default: the one in which it began)')
    .option(
      '-o, --out <file>',
      'a .jsonl file that is not there yet (default: where that program looks for sessions)',
    )
    .option('--session-id <id>', 'the id of the new session (default: a new one)')
    .option('--dry-run', 'only tell what would become of it')
    .option('--json', 'print what was done as JSON, with every single loss')
    .addHelpText('after', EXAMPLES)
    .action(async (argument: string, { to, dryRun, ...options }: ConvertOptions) => {
      const found = await findSession(argument, io)
      const bar = createProgressBar(io.stderr, 'Converting')
      try {
        const { project, out, sessionId } = options
        const value = await convertStoredSession(
          found,
          {
            target: to,
            ...(project !== undefined && { project }),
            ...(out !== undefined && { out }),
            ...(sessionId !== undefined && { sessionId }),
            ...(dryRun && { isDry: true }),
            onProgress: words => bar.update(0, null, words),
          },
          io,
        )
        await bar.clear()
        await printResult(io, options, { value, format: () => formatConversion(value) })
      } catch (error) {
        throw toProgramError(error, 'unwritable')
      } finally {
        await bar.clear()
      }
    })
}

const EXAMPLES = `
Ends with 0 where it was converted, with 2 where it cannot be: nothing is written then.

Examples:
  antiphon ls --agent codex
  antiphon convert 019f8c04 --to claude
  antiphon convert 019f8c04 --to antiphon --project ~/projects/harbour
  antiphon convert 019f8c04 --to claude --dry-run --json | jq '.losses[]'`
