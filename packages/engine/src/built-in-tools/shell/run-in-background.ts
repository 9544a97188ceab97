import type { Keeping } from '../../sandbox/sandbox.ts'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** Starts a command that goes on by itself and gives the id under which it can be asked about. */
export function runInBackground(call: {
  readonly command: string
  readonly cwd: string
  readonly description: string | undefined
  readonly context: ToolContext
  readonly confinement: Keeping | null
}): ToolOutcome {
  const { command, cwd, description, context, confinement } = call
  const { shells } = context.services
  if (shells === null || context.signal.aborted) {
    return toErrorOutcome(NOT_STARTED)
  }
  const confine = confinement?.confine
  const id = shells.start({ command, cwd, confine, ...(description !== undefined && { description }) })
  return describeBackgroundShell(id)
}

/** What the model reads of a command that goes on by itself. */
export function describeBackgroundShell(id: string): ToolOutcome {
  return {
    content: `The command runs in the background with the id ${id}. Read what it prints with BashOutput, stop it with KillShell.`,
    data: { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: id },
  }
}

const NOT_STARTED =
  'The command was not started: nothing can run in the background here. Run it without run_in_background.'
