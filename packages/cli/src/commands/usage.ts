import { USAGE_GROUPS } from '@antiphon/search'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { agentOption, type CommandContext, colorOption } from '../command-context.ts'
import { runUsage, type UsageOptions } from '../usage/run-usage.ts'

/** `antiphon usage`: what sessions used and cost. */
export function addUsageCommand(program: Command, { io }: CommandContext): void {
  program
    .command('usage')
    .summary('the tokens and the cost of sessions')
    .description(
      'Counts what all sessions used: each answer once, however many lines and files repeat it, with its subagents. ' +
        'Costs are list prices of the Claude API. What was read is remembered in a cache folder that you may delete.',
    )
    .addOption(new Option('--by <what>', 'put together by').choices([...USAGE_GROUPS, 'tool']).default('day'))
    .option(
      '--since <day>',
      'from this day on: 2026-11-15, yesterday, 7d for the last seven days, or a time',
      parseTime,
    )
    .option('--until <day>', 'up to and with this day', parseTime)
    .option('--project <path>', 'only sessions of this directory and below')
    .option('--session <id>', 'only this session: its id or the beginning of it')
    .addOption(agentOption())
    .option('--timezone <name>', "whose days are meant, such as Europe/Berlin (default: this machine's)")
    .addOption(
      new Option('--context <session>', 'how full the context of a session was, answer by answer').conflicts([
        'cacheBreaks',
        'by',
        'since',
        'until',
        'project',
        'session',
      ]),
    )
    .addOption(
      new Option(
        '--cache-breaks [session]',
        'where the prompt cache broke, why, and what that cost',
      ).conflicts('by'),
    )
    .option('--no-cache', 'read every file again and remember nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action((options: UsageOptions) => runUsage(options, io))
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAYS_AGO = /^(\d{1,4})d$/
const DAY_MS = 24 * 60 * 60 * 1000

const NAMED_DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: 1 }

function toDay(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

/** A day, its name, an instant, or days before now. */
function parseTime(value: string): string {
  const named = NAMED_DAYS[value.toLowerCase()]
  if (named !== undefined) return toDay(new Date(Date.now() - named * DAY_MS))
  const ago = DAYS_AGO.exec(value)
  if (ago) return new Date(Date.now() - Number(ago[1]) * DAY_MS).toISOString()
  const time = Date.parse(value)
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a day such as 2026-11-15, yesterday, today, or 7d.')
  // A day that the calendar does not have is moved by the parser.
  if (DAY.test(value) && new Date(time).toISOString().slice(0, 10) !== value)
    throw new InvalidArgumentError('There is no such day.')
  return DAY.test(value) ? value : new Date(time).toISOString()
}

const EXAMPLES = `
Examples:
  antiphon usage --since 7d
  antiphon usage --since yesterday
  antiphon usage --by project --since 2026-11-01
  antiphon usage --by tool --session 350d4477    which tools' results filled its context
  antiphon usage --context 350d4477
  antiphon usage --cache-breaks --since 7d       of every session, the dearest first
  antiphon usage --by month --json | jq -r '.rows[] | [.key, .costUsd] | @tsv'`
