import type { Command } from 'commander'
import { findSession, SESSION_ARGUMENT } from '../input/find-session.ts'
import { formatDamage, formatLogRepairs } from '../input/format-damage.ts'
import { readSession } from '../input/read-session.ts'
import { computeSessionView } from '../session/compute-session-view.ts'
import { formatSession } from '../session/format-session.ts'
import { safeJson } from '../terminal/safe-json.ts'
import type { ColorChoice } from '../terminal/wants-color.ts'
import {
  addColorOption,
  type CommandContext,
  parsePositive,
  screenFor,
  writeLines,
} from './command-context.ts'

type ShowOptions = {
  readonly thinking?: true
  readonly all?: true
  readonly limit?: number
  readonly json?: true
  readonly color: ColorChoice
}

/** `antiphon show SESSION`: a session as a person reads it. */
export function addShowCommand(program: Command, { io }: CommandContext): void {
  const command = program
    .command('show')
    .summary('a session as a person reads it')
    .description(
      'Shows a stored session as a person reads it: prompts, answers, tool calls, subagents, costs.',
    )
    .argument('<session>', SESSION_ARGUMENT)
    .option('--thinking', 'show all of the thinking, not its first lines')
    .option('--all', 'also what was made for the model, what was taken back, and the other branches')
    .option('--limit <n>', 'only the last n items', parsePositive)
    .option('--json', 'print the view as JSON')
    .addHelpText('after', EXAMPLES)
  addColorOption(command).action(async (argument: string, options: ShowOptions) => {
    const { path } = await findSession(argument, io)
    const session = await readSession(path, io)
    const view = computeSessionView(session, {
      isAll: options.all === true,
      ...(options.limit !== undefined && { limit: options.limit }),
    })
    if (options.json) await io.stdout.write(`${safeJson(view, 2)}\n`)
    else {
      const screen = screenFor(io, io.stdout, options.color)
      await writeLines(
        io,
        io.stdout,
        formatSession(view, { hasWholeThinking: options.thinking === true }, screen),
      )
    }
    await io.stderr.write(formatDamage(session) + formatLogRepairs(session, view.report))
  })
}

const EXAMPLES = `
Examples:
  antiphon show 350d4477
  antiphon show session.jsonl
  antiphon show session.jsonl.gz --thinking --color always | less -R
  antiphon show session.jsonl --json | jq '.summary.usage'`
