import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ArchivePlace,
  EXIT_CODES,
  findArchive,
  findReadingRoots,
  type Io,
  ProgramError,
  prunePersonArchive,
  runArchive,
  type SeenSession,
} from '@antiphon/host'
import { checkArchive, readCatalogue, setDamageAside, setManifestsAside } from '@antiphon/transcript'
import type { Command } from 'commander'
import { forgetArchived } from '../archive/forget-archived.ts'
import {
  formatArchiveCheck,
  formatArchiveList,
  formatArchiveRun,
  formatArchiveStatus,
  formatPruned,
  formatRestored,
} from '../archive/format-archive.ts'
import { readArchiveStatus } from '../archive/read-archive-status.ts'
import { type RestoreFlags, restoreArchived } from '../archive/restore-archived.ts'
import {
  type CommandContext,
  checkInterruption,
  type OutputFlags,
  parsePositive,
  printResult,
  toProgramError,
  writeNotes,
} from '../command-context.ts'
import { runServiceChange } from '../sync-service/run-service-change.ts'
import { createProgressBar } from '../terminal/progress-bar.ts'

type ArchiveFlags = OutputFlags & {
  readonly watch?: true
  readonly redact?: true
  readonly install?: true
  readonly uninstall?: true
  readonly dryRun?: true
}

/** `antiphon archive`: copies of every agent's sessions, kept when the agent deletes its own. */
export function addArchiveCommand(program: Command, context: CommandContext): void {
  const { io, finish } = context
  const command = program
    .command('archive')
    .summary("keep copies of all agents' sessions, compressed and checked")
    .description(
      'Copies every session of this machine that has something new into the archive (~/.antiphon/archive): of Claude Code, ours, ' +
        'and other agents, with the logs of subagents and what lies beside them. It may be killed at any moment and loses nothing that was ' +
        'archived; a second run reads only what changed. Sessions that are gone where they were are listed, shown and searched ' +
        'as if they were there. Settings say what is kept, for how long, and how much (docs/archive.md).',
    )
    .argument('[session...]', 'only these, by ids or their beginnings, whatever the settings say')
    .option('--watch', 'go on until Ctrl-C, and keep what is written meanwhile')
    .option(
      '--redact',
      'take secrets out before anything is kept, by the rules of export (setting: redactArchive)',
    )
    .option(
      '--install',
      'have this machine run it with --watch from now on (systemd or launchd); with --dry-run say how',
    )
    .option('--uninstall', 'end that')
    .option('--dry-run', 'say what would be installed, and change nothing')
    .option('--json', 'print the numbers as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (sessions: readonly string[], flags: ArchiveFlags) => {
      if (flags.install || flags.uninstall)
        return finish(
          await runServiceChange(io, {
            ...flags,
            kind: 'archive',
            env: io.env,
            isRedacted: flags.redact === true,
          }),
        )
      if (flags.dryRun) throw new ProgramError('wrong-use', '--dry-run goes with --install or --uninstall.')
      await archive(sessions, flags, context)
    })
  addListCommand(command, context)
  addStatusCommand(command, context)
  addCheckCommand(command, context)
  addRestoreCommand(command, context)
  addForgetCommand(command, context)
  addPruneCommand(command, context)
}

const EXAMPLES = `
Examples:
  antiphon archive                        what is due, once
  antiphon archive --install              from now on
  antiphon archive list --gone            what only the archive has
  antiphon archive restore 4f3a9c21       back to where its agent finds it
  antiphon archive check                  reads all of it, and names what is damaged`

/** The archive, with what the flags say beside the settings. */
async function placeOf(io: Io, { redact }: Pick<ArchiveFlags, 'redact'> = {}): Promise<ArchivePlace> {
  const place = await findArchive(io)
  if (place === null) throw new ProgramError('wrong-use', 'The archive has no place: HOME is not set.')
  return redact ? { ...place, settings: { ...place.settings, redactArchive: true } } : place
}

async function archive(
  sessions: readonly string[],
  flags: ArchiveFlags,
  { io, finish }: CommandContext,
): Promise<void> {
  const seen = new Map<string, SeenSession>()
  const pruned = { at: 0 }
  let isFirst = true
  do {
    // Settings may change while it runs.
    const place = await placeOf(io, flags)
    if (isFirst) await writeNotes(io, place.problems)
    const run = await runOnce(
      place,
      { seen, pruned, sessions, isWatching: flags.watch === true && !isFirst },
      io,
    )
    checkInterruption(io)
    if (sessions.length > 0 && run.sessions === 0)
      throw new ProgramError(
        'unreadable',
        `No session that can be archived begins with ${sessions.map(one => `"${one}"`).join(' or ')}. See \`antiphon ls\`.`,
      )
    if (isFirst || run.archived > 0)
      await printResult(io, flags, { value: run, format: () => formatArchiveRun(run, place.folder) })
    if (isFirst && !flags.json)
      await writeNotes(
        io,
        run.problems.map(({ path, reason }) => `${path} ${reason.replace(/\.$/, '')}.`),
      )
    if (!flags.watch && run.problems.length > 0) finish(EXIT_CODES.problemFound)
    isFirst = false
    if (flags.watch) await wait(WATCH_MS, undefined, { signal: io.signal }).catch(() => undefined)
  } while (flags.watch && !io.signal.aborted)
  checkInterruption(io)
}

const WATCH_MS = 10_000
/** A session that rests so long is kept; one that does not, ten times as seldom. */
const QUIET_MS = 60_000

/** Frames that a log had before it grew, and what the settings say is too old or too much. */
async function pruneBeside(place: ArchivePlace, io: Io): Promise<void> {
  const done = await prunePersonArchive(place, new Date())
  if (done && done.sessions.length > 0) await writeNotes(io, formatPruned(done))
}

/** Whoever watches does so now and then. */
function isPruneDue(pruned: { at: number }): boolean {
  const now = Date.now()
  if (now - pruned.at < PRUNE_MS) return false
  pruned.at = now
  return true
}

const PRUNE_MS = 60 * 60 * 1000

type Round = {
  readonly pruned: { at: number }
  readonly seen: Map<string, SeenSession>
  readonly sessions: readonly string[]
  readonly isWatching: boolean
}

async function runOnce(
  place: ArchivePlace,
  { seen, sessions, isWatching, pruned }: Round,
  io: Io,
): Promise<NonNullable<Awaited<ReturnType<typeof runArchive>>>> {
  const progress = createProgressBar(io.stderr, 'Archiving sessions')
  try {
    const { problems } = await findReadingRoots(io, { hasArchive: false })
    const run = await patiently(() =>
      runArchive(place, io, {
        ...{ now: new Date(), seen, sessions },
        ...(isWatching && { quietMs: QUIET_MS }),
        onProgress: ({ sessions: done }) => progress.update(done, null),
      }),
    )
    if (run.archived > 0 && isPruneDue(pruned)) await pruneBeside(place, io)
    return { ...run, problems: [...problems, ...run.problems] }
  } catch (error) {
    throw toProgramError(error, 'unwritable')
  } finally {
    await progress.clear()
  }
}

/** Another program may be at it for a moment. */
async function patiently<T>(work: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const done = await work()
    if (done !== null) return done
    await wait(RETRY_MS)
  }
  throw new ProgramError(
    'unwritable',
    'Another program writes to the archive all the while. Try again when it is done.',
  )
}

const MOST_TRIES = 100
const RETRY_MS = 200

/** The command above its subcommands has `--json`, too, and takes it. */
function flagsOf<T>(self: Command): T {
  return self.optsWithGlobals() as T
}

function addListCommand(command: Command, { io }: CommandContext): void {
  command
    .command('list')
    .description('What the archive has, the newest first.')
    .option('--gone', 'only what is in the archive alone')
    .option('--json', 'print an array of JSON objects')
    .action(async (_: object, self: Command) => {
      const flags = flagsOf<OutputFlags & { readonly gone?: true }>(self)
      const { folder } = await placeOf(io)
      const entries = (await readCatalogue(folder))
        .map(entry => ({ ...entry, isGone: !existsSync(entry.origin.path) }))
        .filter(({ isGone }) => !flags.gone || isGone)
        .toSorted((one, other) => other.modifiedAt - one.modifiedAt)
      await printResult(io, flags, {
        value: entries.map(({ files: _files, folder: _folder, ...entry }) => entry),
        format: screen => formatArchiveList(entries, { now: Date.now() }, screen),
      })
    })
}

function addStatusCommand(command: Command, { io }: CommandContext): void {
  command
    .command('status')
    .description('Where the archive is, how much it has, what it takes, and what is not in it yet.')
    .option('--json', 'print it as JSON')
    .action(async (_: object, self: Command) => {
      const flags = flagsOf<OutputFlags>(self)
      const place = await placeOf(io)
      const status = await readArchiveStatus(place, io)
      await printResult(io, flags, { value: status, format: () => formatArchiveStatus(status) })
      await writeNotes(io, place.problems)
    })
}

function addCheckCommand(command: Command, { io, finish }: CommandContext): void {
  command
    .command('check')
    .description(
      'Reads every frame and every manifest, compares them with their sums, and names what is damaged by session and byte. ' +
        'A damaged frame is set aside with --repair, and what is still where it was is archived anew.',
    )
    .option('--repair', 'set damaged frames aside, and archive anew what can be')
    .option('--json', 'print what is damaged as JSON')
    .action(async (_: object, self: Command) => {
      const flags = flagsOf<OutputFlags & { readonly repair?: true }>(self)
      const place = await placeOf(io)
      const progress = createProgressBar(io.stderr, 'Checking the archive')
      const check = await checkArchive(place.folder, {
        signal: io.signal,
        onProgress: ({ sessions }) => progress.update(sessions, null),
      }).finally(() => progress.clear())
      checkInterruption(io)
      await printResult(io, flags, { value: check, format: () => formatArchiveCheck(check) })
      if (flags.repair && check.damaged.length > 0) {
        await setDamageAside(place.folder, check)
        await runOnce(place, { seen: new Map(), pruned: { at: 0 }, sessions: [], isWatching: false }, io)
        await setManifestsAside(check)
        const after = await checkArchive(place.folder, { signal: io.signal })
        const left = after.damaged.length
        await writeNotes(io, [
          left === 0
            ? 'All of it could be archived anew.'
            : `${left} of them could not be archived anew: what was lost is nowhere else.`,
        ])
        if (left === 0) return
      }
      if (check.damaged.length > 0) finish(EXIT_CODES.problemFound)
    })
}

function addRestoreCommand(command: Command, { io, finish }: CommandContext): void {
  command
    .command('restore')
    .description(
      'Writes the files of a session to where its agent finds them, or below a folder. Nothing that is there is written over.',
    )
    .argument('<session>', 'the id of an archived session, or its beginning')
    .option('--to <folder>', 'write them below this folder instead')
    .option('--partial', 'also what is left of files that are damaged in the archive')
    .option('--older <n>', 'the n-th version before the newest', parsePositive)
    .option('--json', 'print the files as JSON')
    .action(async (session: string, _: object, self: Command) => {
      const flags = flagsOf<OutputFlags & RestoreFlags>(self)
      const { folder } = await placeOf(io)
      const restored = await restoreArchived(folder, session, flags).catch(error => {
        throw toProgramError(error, 'unwritable')
      })
      await printResult(io, flags, { value: restored, format: () => formatRestored(restored) })
      if (restored.files.some(({ kind }) => kind === 'refused' || kind === 'partly'))
        finish(EXIT_CODES.problemFound)
    })
}

function addForgetCommand(command: Command, { io }: CommandContext): void {
  command
    .command('forget')
    .description(
      'Takes a session out of the archive for good, with its frames. What is still where it was comes back with the next run, unless the settings leave it out (archiveSkip).',
    )
    .argument('<session>', 'the whole id of an archived session')
    .option('--json', 'print the numbers as JSON')
    .action(async (session: string, _: object, self: Command) => {
      const place = await placeOf(io)
      const forgotten = await patiently(() => forgetArchived(place.folder, session))
      await printResult(io, flagsOf<OutputFlags>(self), {
        value: forgotten,
        format: () => formatPruned(forgotten),
      })
    })
}

function addPruneCommand(command: Command, { io }: CommandContext): void {
  command
    .command('prune')
    .description(
      'Takes away what the settings say is too old or too much (archiveDays, archiveGigabytes), what you deleted longer ago than the trash keeps, and frames that no session names.',
    )
    .option('--json', 'print the numbers as JSON')
    .action(async (_: object, self: Command) => {
      const flags = flagsOf<OutputFlags>(self)
      const place = await placeOf(io)
      await writeNotes(io, place.problems)
      const pruned = await patiently(() => prunePersonArchive(place, new Date()))
      await printResult(io, flags, { value: pruned, format: () => formatPruned(pruned) })
    })
}
