import { randomUUID } from '@antiphon/core'
import {
  type FoundSession,
  findSession,
  type Io,
  ProgramError,
  readSession,
  refuseCopy,
} from '@antiphon/host'
import { toPathBelow } from '@antiphon/transcript'
import type { Command } from 'commander'
import { type CommandContext, type OutputFlags, printResult } from '../command-context.ts'
import { type ForkSummary, findForkSource, formatFork, runFork } from '../fork/run-fork.ts'
import { findUuid } from '../show/narrow-view.ts'

type ForkCommandOptions = OutputFlags & { readonly at?: string; readonly sessionId?: string }

/** `antiphon fork SESSION`: a new session that shares its past with another. */
export function addForkCommand(program: Command, { io }: CommandContext): void {
  program
    .command('fork')
    .summary('a new session that shares its past with another')
    .description(
      'Copies a session, or what it was up to one entry, into a new session that can go on by itself. The old one ' +
        'is only read. With an answer go all its blocks and the results of its calls; with a session go the logs ' +
        'of the subagents that had begun by then.',
    )
    .argument('<session>', 'a session id or its beginning (see `antiphon ls`), or a .jsonl file')
    .option(
      '--at <uuid>',
      'the last entry that the fork shares: its uuid or the beginning of it (default: the newest)',
    )
    .option('--session-id <id>', 'the id of the new session (default: a new one)')
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (argument: string, options: ForkCommandOptions) => {
      const found = await findSession(argument, io)
      const refused = refuseCopy(found)
      if (refused) throw new ProgramError('wrong-use', refused.refusal)
      const source = findForkSource(found)
      const sessionId = options.sessionId ?? randomUUID()
      const at = options.at === undefined ? undefined : await findEntry(found, options.at, io)
      const { key, shared } = await runFork(source, {
        session: sessionId,
        ...(at !== undefined && { at }),
        io,
      })
      const summary: ForkSummary = {
        sessionId,
        path: toPathBelow(source.projects, key),
        forkedFrom: source.key.session,
        at: at ?? null,
        shared,
        isFoundById: found.root !== null && key.subpath === undefined,
      }
      await printResult(io, options, { value: summary, format: () => formatFork(summary) })
    })
}

/** The whole uuid of an entry of which a person gave the beginning, as `antiphon search` prints it. */
async function findEntry({ path }: FoundSession, beginning: string, io: Io): Promise<string> {
  if (isUuid(beginning)) return beginning
  const session = await readSession(path, io)
  return findUuid(session, beginning)
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

const EXAMPLES = `
Examples:
  antiphon fork 4f3a9c21
  antiphon fork session.jsonl --at 9450eca2        an id that search prints
  antiphon fork 4f3a9c21 --json | jq -r .path`
