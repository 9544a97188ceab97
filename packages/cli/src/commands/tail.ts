import { basename, dirname, join, relative } from 'node:path'
import { safeJson } from '@antiphon/core/wire'
import { EXIT_CODES, feedReplica, findReplica, type Io, keepAgentsFresh, ProgramError } from '@antiphon/host'
import { type FollowedItem, toSessionKey } from '@antiphon/transcript'
import { type Command, InvalidArgumentError } from 'commander'
import {
  type CommandContext,
  colorOption,
  type OutputFlags,
  screenFor,
  toProgramError,
} from '../command-context.ts'
import {
  findTailTarget,
  followTarget,
  type LogEnd,
  readLogEnd,
  type TailTarget,
} from '../tail/tail-target.ts'
import { createTailView } from '../tail/tail-view.ts'

type TailOptions = OutputFlags & {
  readonly all?: true
  readonly project?: string
  readonly lines: number
  readonly follow: boolean
  readonly thinking?: true
}

/** `antiphon tail [SESSION]`: sessions while they run. */
export function addTailCommand(program: Command, { io, finish }: CommandContext): void {
  program
    .command('tail')
    .summary('watch sessions while they are written')
    .description(
      'Shows the end of a session, then each new message as it is written, those of its subagents included; until Ctrl-C, which ends it with 130. Without a session: the one that changed last.',
    )
    .argument('[session]', 'a session id or its beginning, or a .jsonl file')
    .option('--all', 'every session of this machine; shows only what is new')
    .option('--project <folder>', 'every session of a project; shows only what is new')
    .option('-n, --lines <n>', 'begin with the last n messages; with --json, entries', parseCount, 10)
    .option('--no-follow', 'end after them')
    .option('--thinking', 'show all of the thinking, not its first lines')
    .option('--json', 'print each entry as a line of JSON, with the path of its file')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action(async (session: string | undefined, options: TailOptions) => {
      const target = await findTailTarget(
        { session, isAll: options.all === true, project: options.project },
        io,
      )
      if (!options.follow && target.kind === 'tree')
        throw new ProgramError('wrong-use', '--no-follow needs one session. `antiphon ls` lists them.')
      if (target.notice !== '') await io.stderr.write(`${target.notice}\n`)
      const feed = options.follow ? startFeed(target, io) : null
      if (options.follow) void keepAgentsFresh(io, io.signal)
      await tail(target, options, io).catch(refuse)
      await feed
      if (options.follow) finish(EXIT_CODES.interrupted)
    })
}

/** Of a store, the copy that is followed is brought up to date all the time. */
async function startFeed(target: TailTarget, io: Io): Promise<void> {
  const replica = findReplica(io)
  if (replica === null) return
  const key =
    target.kind === 'session' ? toSessionKey(relative(join(replica, 'projects'), target.path)) : null
  await feedReplica(io, {
    filter: key ? { project: key.project, session: key.session } : {},
    signal: io.signal,
  })
}

async function tail(target: TailTarget, options: TailOptions, io: Io): Promise<void> {
  const printer = createPrinter(target, options, io)
  const past = await readEndOf(target, options)
  if (target.kind === 'session') {
    printer.catchUp(target.path)
    for (const item of toFollowed(target.path, past)) await io.stdout.write(printer.item(item))
  }
  if (options.follow)
    for await (const item of followTarget(target, { next: past.next, signal: io.signal }))
      await io.stdout.write(printer.item(item))
  await io.stdout.write(printer.end())
}

function refuse(error: unknown): never {
  throw toProgramError(error)
}

async function readEndOf(target: TailTarget, { lines, json }: TailOptions): Promise<LogEnd> {
  if (target.kind === 'tree') return { items: [], next: 0 }
  return readLogEnd(target.path, { lines, counts: json ? 'entries' : 'items' })
}

/** What was read of a session's end, as if it had just come. */
function toFollowed(path: string, { items, next }: LogEnd): readonly FollowedItem[] {
  const file = basename(path)
  const key = toSessionKey(`${basename(dirname(path)) || 'project'}/${file}`) ?? {
    project: '',
    session: file,
  }
  return [...items, { kind: 'caught-up', seq: next } as const].map(item => ({ path, key, item }))
}

type Printer = {
  readonly item: (item: FollowedItem) => string
  readonly catchUp: (path: string) => void
  readonly end: () => string
}

function createPrinter(target: TailTarget, options: TailOptions, io: Io): Printer {
  if (options.json) return { item: formatLine, catchUp: () => {}, end: () => '' }
  return createTailView({
    screen: () => screenFor(io, io.stdout, options.color),
    isLive: io.stdout.isTerminal,
    lines: options.lines,
    hasSeveralSessions: target.kind === 'tree',
    hasWholeThinking: options.thinking === true,
  })
}

/** What happened to a log as a line of JSON; empty for being up to date. */
function formatLine({ path, item }: FollowedItem): string {
  return item.kind === 'caught-up' ? '' : `${safeJson({ path, ...item })}\n`
}

function parseCount(value: string): number {
  const number = Number(value)
  if (value.trim() !== '' && Number.isSafeInteger(number) && number >= 0) return number
  throw new InvalidArgumentError('It must be a whole number.')
}

const EXAMPLES = `
Examples:
  antiphon tail
  antiphon tail 350d4477 -n 50
  antiphon tail --project . --thinking
  antiphon tail --all --json | jq 'select(.entry.type == "assistant")'`
