import type { PermissionMode } from '@antiphon/core'
import type { PermissionUpdate } from '@antiphon/core/wire'
import type { RuleBehavior } from './parse-permission-rule.ts'
import type { PermissionRules } from './permission.ts'

/** What a session may do without asking, as it stands now. */
export type CurrentPermissions = {
  readonly mode: PermissionMode
  readonly rules: PermissionRules
  readonly additionalDirectories: readonly string[]
}

/** The settings after a change that a person or a program made. */
export function applyPermissionUpdate(
  settings: CurrentPermissions,
  update: PermissionUpdate,
): CurrentPermissions {
  switch (update.type) {
    case 'setMode':
      return { ...settings, mode: update.mode }
    case 'addDirectories':
      return {
        ...settings,
        additionalDirectories: [...new Set([...settings.additionalDirectories, ...update.directories])],
      }
    case 'removeDirectories':
      return {
        ...settings,
        additionalDirectories: settings.additionalDirectories.filter(
          folder => !update.directories.includes(folder),
        ),
      }
    case 'addRules':
    case 'replaceRules':
    case 'removeRules': {
      const changed = changeList(settings.rules[update.behavior], update.type, update.rules.map(formatRule))
      return { ...settings, rules: { ...settings.rules, [update.behavior]: changed } }
    }
    default:
      // A change of a later version changes nothing here.
      update satisfies never
      return settings
  }
}

function changeList(
  before: readonly string[],
  change: 'addRules' | 'replaceRules' | 'removeRules',
  rules: readonly string[],
): readonly string[] {
  if (change === 'replaceRules') return rules
  return change === 'addRules'
    ? [...new Set([...before, ...rules])]
    : before.filter(rule => !rules.includes(rule))
}

/** A rule as settings files write it. */
export function formatRule(rule: { readonly toolName: string; readonly ruleContent?: string }): string {
  return rule.ruleContent === undefined ? rule.toolName : `${rule.toolName}(${rule.ruleContent})`
}

/** The change that would spare a person the next question of this kind. */
export function toRulesUpdate(rule: string): PermissionUpdate {
  const match = /^([^(]+)\((.*)\)$/s.exec(rule)
  const [, toolName = rule, ruleContent] = match ?? []
  return {
    type: 'addRules',
    rules: [{ toolName, ...(ruleContent !== undefined && { ruleContent }) }],
    behavior: 'allow',
    destination: 'localSettings',
  }
}

export const NO_RULES: PermissionRules = { allow: [], deny: [], ask: [] }

/** The rules of all sources together; a rule that stands twice counts once. */
export function mergePermissionRules(...sources: readonly Partial<PermissionRules>[]): PermissionRules {
  const gather = (behavior: RuleBehavior) => [...new Set(sources.flatMap(source => source[behavior] ?? []))]
  return { allow: gather('allow'), deny: gather('deny'), ask: gather('ask') }
}
