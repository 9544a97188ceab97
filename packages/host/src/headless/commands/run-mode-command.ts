import { isPermissionMode, PERMISSION_MODES, type PermissionMode } from '@antiphon/core'
import { changePermissionMode } from '../controls/change-controls.ts'
import type { HeadlessSession } from '../headless-session.ts'

/**
 * Shows the mode, or sets a stricter one. What allows more is for the host to say: a prompt may hold the words of
 * somebody whom the host does not trust so far.
 */
export async function runModeCommand(session: HeadlessSession, wished: string): Promise<string> {
  const { mode } = session.agent.engine.permissions()
  if (wished === '') return `The permission mode is ${mode}. There are ${PERMISSION_MODES.join(', ')}.`
  if (!isPermissionMode(wished))
    return `There is no permission mode ${wished}. There are ${PERMISSION_MODES.join(', ')}.`
  if (wished === mode) return `The permission mode is ${mode} already.`
  if (FREEDOM[wished] > FREEDOM[mode])
    return `A prompt cannot allow more than before. To set ${wished}: --permission-mode ${wished}, set_permission_mode over stream-json, or Shift-Tab in the window.`
  await changePermissionMode(session, wished)
  return `Set permission mode to ${wished}`
}

/** How much each mode lets the agent do unasked, compared with the others. */
const FREEDOM: Readonly<Record<PermissionMode, number>> = {
  plan: 0,
  dontAsk: 1,
  default: 2,
  acceptEdits: 3,
  auto: 4,
  bypassPermissions: 5,
}
