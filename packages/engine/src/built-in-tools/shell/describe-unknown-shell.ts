import type { ToolOutcome } from '../../tool/agent-tool.ts'
import type { BackgroundShells } from '../../tool/session-services.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'

/** Says that no command has this id, and which ids there are. */
export function describeUnknownShell(id: string, shells: BackgroundShells | null): ToolOutcome {
  if (!shells)
    return toErrorOutcome('Nothing can run in the background here, so there is nothing to ask about.')
  const known = shells.list().slice(-LISTED)
  const list = known.map(
    shell => `\n- ${shell.id} (${shell.isRunning ? 'running' : 'ended'}): ${shell.command.slice(0, 100)}`,
  )
  const rest = known.length === 0 ? 'None was started in this session.' : `There are:${list.join('')}`
  return toErrorOutcome(`No command in the background has the id ${JSON.stringify(id)}. ${rest}`)
}

const LISTED = 20
