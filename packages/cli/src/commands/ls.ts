import { homeOf } from '@antiphon/host'
import type { Command } from 'commander'
import {
  type CommandContext,
  colorOption,
  type OutputFlags,
  parsePositive,
  printResult,
  rootsOf,
  writeLines,
} from '../command-context.ts'
import { collectSessions, type SessionFilter } from '../session-list/collect-sessions.ts'
import { formatListNotes, formatSessionList } from '../session-list/format-session-list.ts'
import { directoryNames } from '../session-list/short-names.ts'

type ListOptions = OutputFlags & {
  readonly project?: string
  readonly here?: true
  readonly search?: string
  readonly limit?: number
  readonly all?: true
  readonly subagents?: true
}

/** `antiphon ls`: the sessions of this machine, the newest first. */
export function addLsCommand(program: Command, { io }: CommandContext): void {
  program
    .command('ls')
    .summary('the sessions of this machine, the newest first')
    .description(
      'Lists stored sessions, the newest first: those in CLAUDE_CONFIG_DIR, ~/.antiphon, ~/.claude and ~/.config/claude. ' +
        'Only the ends of each file are read, and of what is shown 64 MB to count messages, as `show`, `export` and ' +
        '`doctor` do; a number with ~ is an estimate.',
    )
    .option('--here', 'only those of the current directory and below')
    .option('--project <path>', 'only those of this directory and below')
    .option(
      '--search <text>',
      'only those with this text in title, first or last prompt, branch or directory',
    )
    .option('--limit <n>', `at most n (default: ${TERMINAL_LIMIT} on a terminal, else all)`, parsePositive)
    .option('--all', 'all of them')
    .option('--subagents', 'also the logs of subagents')
    .option('--json', 'print an array of JSON objects')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action(async (options: ListOptions) => {
      const home = homeOf(io)
      const place = await rootsOf(io)
      const filter = await toFilter(options)
      const limit = chooseLimit(options, io.stdout.isTerminal)
      const collected = await collectSessions({ roots: place.roots, filter, limit }, io)
      const { sessions, shortIds } = collected
      await printResult(io, options, {
        value: sessions,
        format: screen => formatSessionList(sessions, { shortIds, home, now: Date.now() }, screen),
      })
      const isFiltered = filter.projects !== undefined || filter.search !== undefined
      await writeLines(io, io.stderr, formatListNotes({ collected, place, home, isFiltered }))
    })
}

const TERMINAL_LIMIT = 20

function chooseLimit({ all, limit, json }: ListOptions, isTerminal: boolean): number {
  if (all) return Number.POSITIVE_INFINITY
  return limit ?? (isTerminal && !json ? TERMINAL_LIMIT : Number.POSITIVE_INFINITY)
}

async function toFilter({ project, here, search, subagents }: ListOptions): Promise<SessionFilter> {
  const path = project ?? (here ? '.' : undefined)
  return {
    hasSubagents: subagents === true,
    ...(search !== undefined && { search }),
    ...(path !== undefined && { projects: await directoryNames(path) }),
  }
}

const EXAMPLES = `
Examples:
  antiphon ls --here
  antiphon ls --search "rate limit" --all
  antiphon show 350d4477          a session by the beginning of its id
  antiphon ls --json | jq -r '.[] | select(.messages.count > 1000) | .path'`
