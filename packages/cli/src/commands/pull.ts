import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  findPersonRoots,
  findStoredSession,
  homeOf,
  noteStoreAction,
  ProgramError,
  pullSession,
  withPersonStore,
} from '@antiphon/host'
import { formatSessionKey, toLogPath } from '@antiphon/transcript'
import type { Command } from 'commander'
import { type CommandContext, type OutputFlags, printResult } from '../command-context.ts'

type PullFlags = OutputFlags & { readonly root?: string }

/** `antiphon pull SESSION`: a session of the store as a file of this machine. */
export function addPullCommand(program: Command, { io, finish }: CommandContext): void {
  program
    .command('pull')
    .summary('make a session of the store a file of this machine')
    .description(
      'Writes a session of the store and its subagents as files, byte for byte, where Claude Code resumes them. A file that ' +
        'begins as the session does is gone on with; one that went another way is left alone.',
    )
    .argument('<session>', 'a session id or its beginning')
    .option(
      '--root <folder>',
      'the folder that holds `projects` (default: where it lies already, else ~/.claude)',
    )
    .option('--json', 'print the files as JSON')
    .action(async (beginning: string, flags: PullFlags) => {
      const files = await withPersonStore(io, async store => {
        const key = await findStoredSession(store, beginning)
        await noteStoreAction({ what: 'export', session: formatSessionKey(key), detail: 'pull' }, io)
        const { roots } = await findPersonRoots(io)
        const holding = roots.find(root => existsSync(toLogPath(root, key)))
        return pullSession(store, key, chooseRoot(flags.root, holding, io.env.CLAUDE_CONFIG_DIR, homeOf(io)))
      })
      await printResult(io, flags, {
        value: files,
        format: () => files.map(({ path, outcome }) => `${WORDS[outcome]} ${path}`),
      })
      if (files.some(({ outcome }) => outcome === 'diverged')) finish(1)
    })
}

const WORDS = {
  same: 'as it was     ',
  written: 'written       ',
  continued: 'gone on with  ',
  ahead: 'has more      ',
  diverged: 'went elsewhere',
} as const

function chooseRoot(
  asked: string | undefined,
  holding: string | undefined,
  configured: string | undefined,
  home: string | undefined,
): string {
  const root = asked ?? holding ?? (configured || (home && join(home, '.claude')))
  if (!root)
    throw new ProgramError('wrong-use', 'There is no home to put it into. Name a folder with --root.')
  return resolve(root)
}
