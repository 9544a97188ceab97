import { formatAge, oneLine, stripControl } from '@antiphon/core/ui'
import {
  findConfigFolder,
  homeOf,
  type Io,
  listTrash,
  noteDeletion,
  ProgramError,
  purgeTrash,
  readSettingsFile,
  restoreSession,
  type TrashedSession,
  trashSession,
} from '@antiphon/host'
import { toLogPath } from '@antiphon/transcript'
import type { Command } from 'commander'
import { type CommandContext, type OutputFlags, printResult, rootsOf } from '../command-context.ts'
import { findOrganised, orRefuse } from '../organise/organised-session.ts'

/** `antiphon delete SESSION`: to the trash, from which it can be had back for a while. */
export function addDeleteCommand(program: Command, { io }: CommandContext): void {
  program
    .command('delete')
    .summary('move a session to the trash')
    .description(
      'Moves a session and the logs of its subagents to the folder antiphon-trash beside the projects. It can be had ' +
        'back for 30 days, or as long as your settings say; then it goes for good. Refused while an agent writes it.',
    )
    .argument('<session>', 'a session id or its beginning (see `antiphon ls`)')
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', '\nExamples:\n  antiphon delete 4f3a9c21\n  antiphon restore 4f3a9c21')
    .action(async (argument: string, options: OutputFlags) => {
      const session = await findOrganised(argument, io)
      const trashed = orRefuse(await trashSession(session, new Date()))
      await noteDeletion(session.configFolder, session, trashed.deletedAt)
      const days = await purge(io)
      await printResult(io, options, {
        value: describe(trashed, days),
        format: () => [
          `Deleted ${trashed.key.session}: ${oneLine(stripControl(trashed.title), 80)}`,
          `For ${days} days it can be had back: antiphon restore ${trashed.key.session}`,
        ],
      })
    })
}

/** `antiphon restore [SESSION]`: a deleted session back to where it was; without one, what is in the trash. */
export function addRestoreCommand(program: Command, { io }: CommandContext): void {
  program
    .command('restore')
    .summary('bring a deleted session back, or list what can be')
    .description(
      'Brings a deleted session back to where it was. Without a session it lists those in the trash.',
    )
    .argument('[session]', 'the id of a deleted session or its beginning')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  antiphon restore\n  antiphon restore 4f3a9c21')
    .action(async (argument: string | undefined, options: OutputFlags) => {
      const days = await purge(io)
      const { roots } = await rootsOf(io)
      const trash = await listTrash(roots)
      if (argument === undefined) return printTrash(trash, { days, options, io })
      const found = choose(trash, argument)
      const { root, key } = orRefuse(await restoreSession(found))
      await noteDeletion(findConfigFolder(io.env, homeOf(io)), { root, key }, null)
      const path = toLogPath(root, key)
      await printResult(io, options, {
        value: { sessionId: key.session, path },
        format: () => [`Restored ${key.session}:`, stripControl(path)],
      })
    })
}

function choose(trash: readonly TrashedSession[], argument: string): TrashedSession {
  const matching = trash.filter(({ key }) => key.session.startsWith(argument))
  const [first, ...others] = matching
  if (!first)
    throw new ProgramError(
      'unreadable',
      `No deleted session begins with "${argument}". See \`antiphon restore\`.`,
    )
  // The same one, deleted twice: the later state is meant.
  if (others.some(({ key }) => key.session !== first.key.session))
    throw new ProgramError(
      'wrong-use',
      `"${argument}" begins several ids: ${matching.map(({ key }) => key.session).join(', ')}.`,
    )
  return first
}

type TrashOutput = { readonly days: number; readonly options: OutputFlags; readonly io: Io }

async function printTrash(
  trash: readonly TrashedSession[],
  { days, options, io }: TrashOutput,
): Promise<void> {
  await printResult(io, options, {
    value: trash.map(trashed => describe(trashed, days)),
    format: () =>
      trash.length === 0
        ? ['Nothing was deleted.']
        : trash.map(({ key, title, deletedAt }) =>
            [
              key.session,
              formatAge(Date.parse(deletedAt), Date.now()),
              oneLine(stripControl(title), 80),
            ].join('  '),
          ),
  })
}

/** Removes what is too old, as `delete` and `restore` promise; gives how many days that is. */
async function purge(io: Io): Promise<number> {
  const { settings, problems } = await readSettingsFile(findConfigFolder(io.env, homeOf(io)))
  const { roots } = await rootsOf(io)
  // How long things are kept is not known for certain while the file has faults.
  if (problems.length === 0) await purgeTrash(roots, { days: settings.trashDays, now: new Date() })
  return settings.trashDays
}

function describe({ key, title, cwd, deletedAt }: TrashedSession, days: number): object {
  const purgedAt = new Date(Date.parse(deletedAt) + days * DAY_MS).toISOString()
  return { sessionId: key.session, title, cwd, deletedAt, purgedAt }
}

const DAY_MS = 24 * 60 * 60 * 1000
