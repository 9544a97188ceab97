import { isPermissionMode } from '@antiphon/core'
import { mayBypassPermissions } from '../../agent/agent-flags.ts'
import type { HeadlessSession } from '../headless-session.ts'
import { type Control, readText } from './control.ts'

/** Other rules from the next call on; the host is told as of any change of the mode. */
export const setPermissionMode: Control = async (session, request) => {
  const mode = readText(request, 'mode')
  await changePermissionMode(session, mode)
  return { mode }
}

/** Throws for a mode that is unknown, and for doing without all questions where the start did not allow it. */
export async function changePermissionMode(session: HeadlessSession, mode: string): Promise<void> {
  const { agent } = session
  if (!isPermissionMode(mode)) throw new Error(`There is no permission mode ${mode}`)
  const isOn = agent.engine.permissions().mode === 'bypassPermissions'
  if (mode === 'bypassPermissions' && !isOn && !mayBypassPermissions(agent.flags))
    throw new Error(
      'Cannot set permission mode to bypassPermissions: the session was not started with --dangerously-skip-permissions or --allow-dangerously-skip-permissions',
    )
  agent.engine.setPermissionMode(mode)
  await session.mode.tell()
}
