import type { PermissionState } from './permission.ts'
import { compileRules, selectRules } from './rule-set.ts'

/** True for a tool whose every use is forbidden: a model need not hear of it. */
export function isToolForbidden(
  tool: { readonly name: string; readonly aliases?: readonly string[] },
  state: PermissionState,
): boolean {
  const names = [tool.name, ...(tool.aliases ?? [])]
  return selectRules(compileRules(state), 'deny', names).some(({ content }) => content === null)
}
