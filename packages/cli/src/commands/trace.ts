import { computeToolTrace } from '@antiphon/core/inspect'
import { formatDamage, SESSION_ARGUMENT } from '@antiphon/host'
import type { Command } from 'commander'
import { type CommandContext, colorOption, type OutputFlags, printResult } from '../command-context.ts'
import { findCall } from '../trace/find-call.ts'
import { formatToolTrace } from '../trace/format-tool-trace.ts'

/** `antiphon trace SESSION TOOL_ID`: the life of one tool result. */
export function addTraceCommand(program: Command, { io }: CommandContext): void {
  program
    .command('trace')
    .summary('the life of one tool result')
    .description(
      'Follows the result of one tool call: who called, both copies of what came back, what each step of the model’s view ' +
        'does to it, at which place of which request it stands, and what compaction made of it.',
    )
    .argument('<session>', SESSION_ARGUMENT)
    .argument('<tool-id>', 'the id of the call (toolu_…), or its beginning or end')
    .option('--json', 'print the trace as JSON')
    .addHelpText('after', EXAMPLES)
    .addOption(colorOption())
    .action(async (argument: string, asked: string, options: OutputFlags) => {
      const { session, id } = await findCall(argument, asked, io)
      const trace = computeToolTrace(session.entries, id)
      await printResult(io, options, { value: trace, format: screen => formatToolTrace(trace, screen) })
      await io.stderr.write(formatDamage(session))
    })
}

const EXAMPLES = `
An id that the session does not have is looked for in the logs of its subagents.

Examples:
  antiphon trace 350d4477 toolu_01A09q90qw90lq917835lq9
  antiphon trace 350d4477 01A09q
  antiphon trace session.jsonl 01A09q --json | jq '.requests[] | select(.state != "whole")'`
