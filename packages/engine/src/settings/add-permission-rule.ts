import { changeSettingsFile } from './change-settings-file.ts'
import { insertRule, type RuleList } from './insert-rule.ts'
import type { SettingsProblem } from './settings.ts'

/** Adds a rule to a settings file, which is replaced in one step or not at all; null when it stands there. */
export async function addPermissionRule(options: {
  readonly file: string
  /** The folder in which the file must lie; null for the person's own. */
  readonly root?: string | null
  readonly rule: string
  readonly list?: RuleList
}): Promise<SettingsProblem | null> {
  const { file, root = null, rule, list = 'allow' } = options
  return changeSettingsFile({ file, root }, text => insertRule(text, { rule, list }))
}
