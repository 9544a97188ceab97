import type { HeadlessFlags } from '@antiphon/host'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command-context.ts'
import type { RunCommand } from '../slash/capture.ts'
import { addAgentFlags } from './add-agent-flags.ts'

type AcpFlags = HeadlessFlags & { readonly agent: 'antiphon' | 'claude' | 'demo' }

/** `antiphon acp`: the agent inside an editor that speaks the Agent Client Protocol. */
export function addAcpCommand(program: Command, { io }: CommandContext, runCommand: RunCommand): void {
  const command = program
    .command('acp')
    .summary('the agent inside an editor that speaks the Agent Client Protocol')
    .description(
      'Speaks the Agent Client Protocol over standard input and output: an editor starts it and talks with the agent. ' +
        'Sessions are kept where all others are. docs/acp.md says how editors are set up.',
    )
    .addOption(
      new Option('--agent <who>', 'who answers: our own agent, the installed Claude Code, or the demo')
        .choices(['antiphon', 'claude', 'demo'])
        .default('antiphon'),
    )
    .addHelpText('after', EXAMPLES)
  addAgentFlags(command).action(async ({ agent: who, ...flags }: AcpFlags) => {
    // The protocol's library and the engine are loaded by nobody else.
    const [{ mayBypassPermissions, serveAcp }, { planChatAgent }] = await Promise.all([
      import('@antiphon/host/acp'),
      import('../chat/open-chat-agent.ts'),
    ])
    await serveAcp({
      ...{ io, agent: who },
      mayBypass: mayBypassPermissions(flags),
      plan: ({ agent, cwd, addDir, log, editor }) =>
        planChatAgent(
          {
            ...{ agent, cwd, editor, entrypoint: 'antiphon-acp' },
            flags: {
              ...flags,
              addDir: [...flags.addDir, ...addDir],
              ...('path' in log ? { resume: log.path } : { sessionId: log.sessionId }),
            },
          },
          { io, runCommand },
        ),
    })
  })
}

const EXAMPLES = `
Examples:
  antiphon acp                                  what an editor starts; nothing is to be seen in a terminal
  antiphon acp --agent claude                   the installed Claude Code by its own login
  antiphon acp --permission-mode acceptEdits --model opus`
