import { renameSession } from '@antiphon/host'
import type { Command } from 'commander'
import { type CommandContext, type OutputFlags, printResult } from '../command-context.ts'
import { findOrganised, orRefuse } from '../organise/organised-session.ts'

/** `antiphon rename SESSION TITLE`: the name that lists show, also those of `claude -r`. */
export function addRenameCommand(program: Command, { io }: CommandContext): void {
  program
    .command('rename')
    .summary('give a session a name, as `claude -r` shows it, too')
    .description(
      'Appends the name to the session, as the entry that Claude Code itself reads. Refused while an agent writes the ' +
        'session. Nothing else in it changes.',
    )
    .argument('<session>', 'a session id or its beginning (see `antiphon ls`)')
    .argument('<title...>', 'the name')
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (argument: string, words: readonly string[], options: OutputFlags) => {
      const session = await findOrganised(argument, io)
      const { title } = orRefuse(await renameSession(session, words.join(' ')))
      await printResult(io, options, {
        value: { sessionId: session.key.session, title },
        format: () => [`${session.key.session} is called: ${title}`],
      })
    })
}

const EXAMPLES = `
Examples:
  antiphon rename 4f3a9c21 "The lamp that was dark"`
