import { formatRule, toRulesUpdate } from '../permissions/current-permissions.ts'
import type { SessionState } from '../session/session-state.ts'

/** Lets these rules hold until the function that it gives is called; those that held before go on. */
export function grantTools(
  state: Pick<SessionState, 'permissions' | 'updatePermissions'>,
  allowedTools: readonly string[],
): () => void {
  const held = new Set(state.permissions().rules.allow)
  const updates = allowedTools
    .map(toRulesUpdate)
    .filter(
      update => update.type === 'addRules' && !update.rules.map(formatRule).some(rule => held.has(rule)),
    )
  state.updatePermissions(updates)
  return () =>
    state.updatePermissions(
      updates.flatMap(update => (update.type === 'addRules' ? [{ ...update, type: 'removeRules' }] : [])),
    )
}
