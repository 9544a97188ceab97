import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { AgentTool, ToolOutcome, ToolProgress } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import type { BackgroundShells } from '../../tool/session-services.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import {
  BACKGROUND_TASK,
  describeShellOutput,
  describeTaskOutput,
  describeUnknownShell,
  filterOutput,
} from './describe-shell-output.ts'

/** Reads what a command in the background has printed since the last time. */
export function createBashOutputTool(): AgentTool {
  return defineTool({
    name: 'BashOutput',
    aliases: ['TaskOutput'],
    description: DESCRIPTION,
    schema: SCHEMA,
    prepare(input, context) {
      const id = input.bash_id ?? input.task_id
      if (id === undefined) return { problem: 'BashOutput needs the bash_id of a command in the background.' }
      return prepareCall('BashOutput', {
        input,
        isConcurrencySafe: true,
        run: () => readShell(id, input, context),
      })
    },
  })
}

const SCHEMA = z.object({
  bash_id: z.string().optional().describe('The id that Bash gave'),
  task_id: z.string().optional().describe('Another name of bash_id'),
  filter: z
    .string()
    .optional()
    .describe('A regular expression: only lines that match it are shown, the others are lost'),
  block: z.boolean().optional().describe('Wait until the command has ended'),
  timeout: z
    .number()
    .nonnegative()
    .optional()
    .describe('Milliseconds to wait at most: 30000 unless given, at most 600000'),
})

const DESCRIPTION = `Gives what a command in the background has printed since you last asked, and whether it still runs.

Take the id from the result of Bash. With block it waits for the end of the command; without it, it answers at once.`

const DEFAULT_WAIT_MS = 30_000
const MAX_WAIT_MS = 600_000
const LOOK_EVERY_MS = 50

async function* readShell(
  id: string,
  input: z.infer<typeof SCHEMA>,
  context: ToolContext,
): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  const { shells } = context.services
  const entry = shells?.list().find(shell => shell.id === id)
  if (!shells || !entry) return describeUnknownShell(id, shells)
  if (input.block === true) {
    yield { data: { type: 'waiting_for_task', taskDescription: entry.command, taskType: BACKGROUND_TASK } }
    await waitForEnd(shells, id, Math.min(input.timeout ?? DEFAULT_WAIT_MS, MAX_WAIT_MS), context.signal)
  }
  const output = shells.read(id)
  if (!output) return describeUnknownShell(id, shells)
  const seen = filterOutput(output, input.filter)
  if (input.bash_id !== undefined) return describeShellOutput(entry, seen, context.now())
  return describeTaskOutput(entry, seen, input.block === true)
}

async function waitForEnd(
  shells: BackgroundShells,
  id: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  for (let waited = 0; waited < milliseconds && !signal.aborted; waited += LOOK_EVERY_MS) {
    if (!shells.list().some(shell => shell.id === id && shell.isRunning)) return
    await sleep(LOOK_EVERY_MS)
  }
}

/** Stops a command in the background, with everything that it started. */
export function createKillShellTool(): AgentTool {
  return defineTool({
    name: 'KillShell',
    aliases: ['KillBash', 'TaskStop'],
    description: 'Stops a command that runs in the background, by the id that Bash gave for it.',
    schema: KILL_SCHEMA,
    prepare(input, context) {
      const id = input.shell_id ?? input.task_id
      if (id === undefined) return { problem: 'KillShell needs the shell_id of a command in the background.' }
      return prepareCall('KillShell', {
        input,
        isReadOnly: false,
        work: () => killShell(id, input, context),
      })
    },
  })
}

const KILL_SCHEMA = z.object({
  shell_id: z.string().optional().describe('The id that Bash gave'),
  task_id: z.string().optional().describe('Another name of shell_id'),
})

function killShell(id: string, { shell_id }: z.infer<typeof KILL_SCHEMA>, context: ToolContext): ToolOutcome {
  const { shells } = context.services
  const entry = shells?.list().find(shell => shell.id === id)
  if (!shells || !entry) return describeUnknownShell(id, shells)
  if (!shells.kill(id)) return toErrorOutcome(`The command ${id} has already ended; BashOutput shows how.`)
  const message = `The command ${id} is being stopped: ${entry.command.slice(0, 200)}`
  // Newer programs ask by task_id and look for it in the answer.
  const named = shell_id === undefined ? { task_id: id, task_type: BACKGROUND_TASK } : { shell_id: id }
  return { content: message, data: { message, ...named } }
}
