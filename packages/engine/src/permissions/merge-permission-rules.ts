import type { RuleBehavior } from './parse-permission-rule.ts'
import type { PermissionRules } from './permission.ts'

export const NO_RULES: PermissionRules = { allow: [], deny: [], ask: [] }

/** The rules of all sources together; a rule that stands twice counts once. */
export function mergePermissionRules(...sources: readonly Partial<PermissionRules>[]): PermissionRules {
  const gather = (behavior: RuleBehavior) => [...new Set(sources.flatMap(source => source[behavior] ?? []))]
  return { allow: gather('allow'), deny: gather('deny'), ask: gather('ask') }
}
