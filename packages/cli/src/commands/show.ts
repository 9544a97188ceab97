import {
  findSession,
  formatDamage,
  type LoadedSession,
  ProgramError,
  readSession,
  SESSION_ARGUMENT,
} from '@antiphon/host'
import type { Command } from 'commander'
import {
  type CommandContext,
  colorOption,
  type OutputFlags,
  parsePositive,
  printResult,
} from '../command-context.ts'
import { computeSessionView, type ShownSession } from '../show/compute-session-view.ts'
import { formatSession } from '../show/format-session.ts'
import { findUuid, type NarrowedView, narrowView } from '../show/narrow-view.ts'

type ShowOptions = OutputFlags & {
  readonly thinking?: true
  readonly all?: true
  readonly limit?: number
  readonly at?: string
}

/** `antiphon show SESSION`: a session as a person reads it. */
export function addShowCommand(program: Command, { io }: CommandContext): void {
  program
    .command('show')
    .summary('a session as a person reads it')
    .description(
      'Shows a stored session as a person reads it: prompts, answers, tool calls, subagents, costs.',
    )
    .argument('<session>', SESSION_ARGUMENT)
    .option('--thinking', 'show all of the thinking, not its first lines')
    .option('--all', 'also what was made for the model, what was taken back, and the other branches')
    .option('--limit <n>', 'only the last n items; with --at, n items around it', parsePositive)
    .option('--at <uuid>', 'only what stands around this message: its uuid or the beginning of it')
    .option('--no-pager', 'print all of it at once (default on a terminal: PAGER, or less)')
    .option('--json', 'print the view as JSON')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action(async (argument: string, options: ShowOptions) => {
      const { path } = await findSession(argument, io)
      const session = await readSession(path, io)
      const view =
        options.at === undefined ? showAll(session, options) : showAround(session, options.at, options)
      await printResult(io, options, {
        value: view,
        format: screen => formatSession(view, { hasWholeThinking: options.thinking === true }, screen),
      })
      if ('isShown' in view && !view.isShown) await io.stderr.write(NOT_SHOWN)
      await io.stderr.write(formatDamage(session))
    })
}

const NOT_SHOWN = 'That line is not shown to a person: what is marked stands before it.\n'
const AROUND = 7

function showAll(session: LoadedSession, { all, limit }: ShowOptions): ShownSession {
  return computeSessionView(session, { isAll: all === true, ...(limit !== undefined && { limit }) })
}

/** What is hidden is shown where the message is among it. */
function showAround(
  session: LoadedSession,
  beginning: string,
  { all, limit = AROUND }: ShowOptions,
): NarrowedView {
  const uuid = findUuid(session, beginning)
  const narrow = (isAll: boolean): NarrowedView | null =>
    narrowView(computeSessionView(session, { isAll }), { uuid, entries: session.entries, limit })
  const shown = narrow(all === true)
  if (shown?.isShown) return shown
  const whole = narrow(true) ?? shown
  if (!whole) throw new ProgramError('wrong-use', `${session.name} shows nothing around ${beginning}.`)
  return whole
}

const EXAMPLES = `
Examples:
  antiphon show 350d4477
  antiphon show 350d4477 --at 1c9f02ab           around a message that \`antiphon search\` found
  antiphon show session.jsonl
  antiphon show session.jsonl.gz --thinking --color always | less -R
  antiphon show session.jsonl --json | jq '.summary.usage'`
