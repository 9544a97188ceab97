import { toolCallTitle } from '@antiphon/core/ui'
import { z } from 'zod'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { runOnce } from '../../tool/run-once.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { BACKGROUND_TASK } from './describe-shell-output.ts'
import { describeUnknownShell } from './describe-unknown-shell.ts'

/** Stops a command in the background, with everything that it started. */
export function createKillShellTool(): AgentTool {
  return defineTool({
    name: 'KillShell',
    aliases: ['KillBash', 'TaskStop'],
    description: 'Stops a command that runs in the background, by the id that Bash gave for it.',
    schema: SCHEMA,
    prepare(input, context) {
      const id = input.shell_id ?? input.task_id
      if (id === undefined) return { problem: 'KillShell needs the shell_id of a command in the background.' }
      return {
        input,
        access: { kind: 'none' },
        isReadOnly: false,
        isConcurrencySafe: false,
        title: toolCallTitle('KillShell', input),
        run: () => runOnce(() => killShell(id, input, context)),
      }
    },
  })
}

const SCHEMA = z.object({
  shell_id: z.string().optional().describe('The id that Bash gave'),
  task_id: z.string().optional().describe('Another name of shell_id'),
})

function killShell(id: string, { shell_id }: z.infer<typeof SCHEMA>, context: ToolContext): ToolOutcome {
  const { shells } = context.services
  const entry = shells?.list().find(shell => shell.id === id)
  if (!shells || !entry) return describeUnknownShell(id, shells)
  if (!shells.kill(id)) return toErrorOutcome(`The command ${id} has already ended; BashOutput shows how.`)
  const message = `The command ${id} is being stopped: ${entry.command.slice(0, 200)}`
  // Newer programs ask by task_id and look for it in the answer.
  const named = shell_id === undefined ? { task_id: id, task_type: BACKGROUND_TASK } : { shell_id: id }
  return { content: message, data: { message, ...named } }
}
