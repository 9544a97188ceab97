import { oneLine } from '@antiphon/core/ui'
import { findConfigFolder, homeOf, readMarks } from '@antiphon/host'
import { createCountCache, findCacheFolder } from '@antiphon/search'
import { sessionIdOf } from '@antiphon/transcript'
import { Argument, type Command } from 'commander'
import { type CommandContext, rootsOf, writeLines } from '../command-context.ts'
import { formatBash, formatFish, formatZsh } from '../completion/format-completion.ts'
import { readCommandTree } from '../completion/read-command-tree.ts'
import { collectSessions } from '../session-list/collect-sessions.ts'

const SHELLS = { bash: formatBash, zsh: formatZsh, fish: formatFish } as const

/** `antiphon completion SHELL`: what a shell needs to complete commands, flags and sessions. */
export function addCompletionCommand(program: Command, { io }: CommandContext): void {
  program
    .command('completion')
    .summary('completion for bash, zsh or fish')
    .description(
      'Prints a script with which a shell completes commands, flags and the ids of sessions. What it completes is what ' +
        'this version knows.',
    )
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices([...Object.keys(SHELLS), 'sessions']))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: keyof typeof SHELLS | 'sessions') => {
      if (shell === 'sessions') return writeLines(io, io.stdout, await listSessions())
      await writeLines(io, io.stdout, SHELLS[shell](readCommandTree(program)))
    })

  /** For the scripts themselves: an id and a title a line. */
  async function listSessions(): Promise<readonly string[]> {
    const { roots } = await rootsOf(io)
    const home = homeOf(io)
    const options = {
      ...{ roots, filter: { hasSubagents: false }, limit: MOST },
      marked: await readMarks(findConfigFolder(io.env, home)),
      counts: createCountCache(findCacheFolder(io.env, home)),
    }
    const { sessions, shortIds } = await collectSessions(options, io)
    return sessions.map(session => {
      const id = shortIds.get(sessionIdOf(session)) ?? sessionIdOf(session)
      return `${id}\t${oneLine(session.title?.text ?? '', 80)}`
    })
  }
}

const MOST = 50

const EXAMPLES = `
Examples:
  source <(antiphon completion bash)                      in ~/.bashrc
  antiphon completion zsh > "\${fpath[1]}/_antiphon"
  antiphon completion fish > ~/.config/fish/completions/antiphon.fish`
