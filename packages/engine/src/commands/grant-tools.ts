import { formatRule, toRulesUpdate } from '../permissions/current-permissions.ts'
import type { Session } from '../session/session.ts'

/** Lets these rules hold until the function that it gives is called; those that held before go on. */
export function grantTools(
  { permissions, updatePermissions }: Session,
  allowedTools: readonly string[],
): () => void {
  const held = new Set(permissions().rules.allow)
  const updates = allowedTools
    .map(toRulesUpdate)
    .filter(
      update => update.type === 'addRules' && !update.rules.map(formatRule).some(rule => held.has(rule)),
    )
  updatePermissions(updates)
  return () =>
    updatePermissions(
      updates.flatMap(update => (update.type === 'addRules' ? [{ ...update, type: 'removeRules' }] : [])),
    )
}
