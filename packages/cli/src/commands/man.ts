import { readVersion } from '@antiphon/host'
import type { Command } from 'commander'
import { type CommandContext, writeLines } from '../command-context.ts'
import { formatManual } from '../completion/format-manual.ts'
import { readCommandTree } from '../completion/read-command-tree.ts'

/** `antiphon man`: the manual page. */
export function addManCommand(program: Command, { io }: CommandContext): void {
  program
    .command('man')
    .summary('the manual page')
    .description('Prints the manual page of all commands, for man to show or to be kept where man looks.')
    .addHelpText('after', EXAMPLES)
    .action(() => writeLines(io, io.stdout, formatManual(readCommandTree(program), readVersion())))
}

const EXAMPLES = `
Examples:
  antiphon man | man -l -
  antiphon man > ~/.local/share/man/man1/antiphon.1`
