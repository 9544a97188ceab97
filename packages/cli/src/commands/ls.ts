import {
  findConfigFolder,
  homeOf,
  type PersonSettings,
  readMarks,
  readSettingsFile,
  toTag,
} from '@antiphon/host'
import { createCountCache, findCacheFolder } from '@antiphon/search'
import type { Command } from 'commander'
import { tellSweep } from '../archive/tell-sweep.ts'
import {
  agentOption,
  type CommandContext,
  colorOption,
  type OutputFlags,
  parsePositive,
  printResult,
  rootsOf,
  writeLines,
  writeNotes,
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
  readonly starred?: true
  readonly tag?: string
  readonly archived?: true
  readonly hidden?: true
  readonly subagents?: true
  readonly agent?: string
}

/** `antiphon ls`: the sessions of this machine, the newest first. */
export function addLsCommand(program: Command, { io }: CommandContext): void {
  program
    .command('ls')
    .summary('the sessions of this machine, the newest first')
    .description(
      'Lists stored sessions, the newest first: those in CLAUDE_CONFIG_DIR, ~/.antiphon, ~/.claude and ~/.config/claude, and those of other agents that are here (`--agent` names one). ' +
        'Only the ends of each file are read; messages are counted once, as `show`, `export` and `doctor` do, and ' +
        'remembered in a cache folder that you may delete. Hidden sessions are left out, and one-off runs where your ' +
        'settings hide them: --all lists everything.',
    )
    .option('--here', 'only those of the current directory and below')
    .option('--project <path>', 'only those of this directory and below')
    .option(
      '--search <text>',
      'only those with this text in title, first or last prompt, branch or directory',
    )
    .option('--limit <n>', `at most n (default: ${TERMINAL_LIMIT} on a terminal, else all)`, parsePositive)
    .option('--starred', 'only those with a star')
    .option('--tag <tag>', 'only those with this tag')
    .option('--hidden', 'only those that you hid')
    .option('--archived', 'only those that are in the archive alone (`antiphon archive`)')
    .option('--all', 'all of them, also hidden and one-off ones')
    .option('--subagents', 'also the logs of subagents')
    .addOption(agentOption())
    .option('--json', 'print an array of JSON objects')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action(async (options: ListOptions) => {
      const home = homeOf(io)
      const place = await rootsOf(io)
      const folder = findConfigFolder(io.env, home)
      const { settings, problems } = await readSettingsFile(folder)
      const filter = await toFilter(options, settings)
      const limit = chooseLimit(options, io.stdout.isTerminal)
      const marked = await readMarks(folder)
      const counts = createCountCache(findCacheFolder(io.env, home))
      const { paths: archived } = place.archived
      const collected = await collectSessions(
        { roots: place.roots, filter, limit, marked, counts, archived },
        io,
      )
      const { sessions, shortIds } = collected
      await printResult(io, options, {
        value: sessions,
        format: screen => formatSessionList(sessions, { shortIds, home, now: Date.now() }, screen),
      })
      const { projects, search, tag, agent, isStarred, isArchiveAlone, hidden } = filter
      const isFiltered =
        [projects, search, tag, agent].some(Boolean) ||
        isStarred === true ||
        isArchiveAlone === true ||
        hidden === 'only'
      const notes = formatListNotes({ collected, place, home, isFiltered })
      const sweep = options.json ? [] : await tellSweep(place.roots, io)
      await writeLines(io, io.stderr, [...problems, ...notes])
      await writeNotes(io, sweep)
    })
}

const TERMINAL_LIMIT = 20

function chooseLimit({ all, limit, json }: ListOptions, isTerminal: boolean): number {
  if (all) return Number.POSITIVE_INFINITY
  return limit ?? (isTerminal && !json ? TERMINAL_LIMIT : Number.POSITIVE_INFINITY)
}

async function toFilter(
  { project, here, search, subagents, starred, tag, archived, hidden, all, agent }: ListOptions,
  { hideOneOff }: PersonSettings,
): Promise<SessionFilter> {
  const path = project ?? (here ? '.' : undefined)
  return {
    hasSubagents: subagents === true,
    hidden: hidden ? 'only' : all ? 'too' : 'no',
    ...(archived && { isArchiveAlone: true }),
    hidesOneOff: hideOneOff && !all,
    ...(starred && { isStarred: true }),
    ...(tag !== undefined && { tag: toTag(tag) ?? tag }),
    ...(search !== undefined && { search }),
    ...(agent !== undefined && { agent }),
    ...(path !== undefined && { projects: await directoryNames(path) }),
  }
}

const EXAMPLES = `
Examples:
  antiphon ls --here
  antiphon ls --search "rate limit" --all
  antiphon ls --starred --tag release
  antiphon ls --agent codex
  antiphon show 350d4477          a session by the beginning of its id
  antiphon ls --json | jq -r '.[] | select(.messages.count? > 1000) | .path'`
