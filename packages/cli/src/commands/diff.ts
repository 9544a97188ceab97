import { findSession, formatDamage, homeOf, SESSION_ARGUMENT } from '@antiphon/host'
import type { Command } from 'commander'
import { formatChanges, formatPatch, toPatch } from '../changes/format-changes.ts'
import { readChanges } from '../changes/read-changes.ts'
import {
  type CommandContext,
  colorOption,
  type OutputFlags,
  printResult,
  writeNotes,
} from '../command-context.ts'

type DiffOptions = OutputFlags & { readonly stat?: true }

/** `antiphon diff SESSION`: what a session made of files, as a patch. */
export function addDiffCommand(program: Command, { io }: CommandContext): void {
  program
    .command('diff')
    .summary('what a session changed, as a patch')
    .description(
      'Prints what a session and its subagents made of files, from the first state of each to its last: a patch that ' +
        '`git apply` takes in the folder of the session. Only what the log tells is in it: edits, writes and removals ' +
        'by the agent’s tools, not what other programs wrote.',
    )
    .argument('<session>', SESSION_ARGUMENT)
    .option('--stat', 'a line a file, with its turns, and the commits')
    .option('--json', 'print files, differences, calls and commits as JSON')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action(async (argument: string, options: DiffOptions) => {
      const { path } = await findSession(argument, io)
      const { changes, file } = await readChanges(path, io)
      const home = homeOf(io)
      const { patch, notes } = toPatch(changes, home)
      if (options.json || options.stat)
        await printResult(io, options, {
          value: changes,
          format: screen => formatChanges(changes, home, screen),
        })
      // Byte for byte, so that git can take it; a terminal is shown what does not steer it.
      else if (io.stdout.isTerminal || options.color === 'always')
        await printResult(io, options, { value: changes, format: screen => formatPatch(patch, screen) })
      else await io.stdout.write(patch)
      if (!options.json && !options.stat) await writeNotes(io, notes)
      if (changes.files.length === 0) await io.stderr.write('This session changed no files.\n')
      await io.stderr.write(formatDamage(file))
    })
}

const EXAMPLES = `
Examples:
  antiphon diff 350d4477 --stat
  antiphon diff 350d4477 | git apply --check
  antiphon diff 350d4477 --json | jq '.files[] | {name, added, removed}'`
