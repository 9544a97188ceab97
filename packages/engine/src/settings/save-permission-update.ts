import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import type { PermissionRulesUpdate, PermissionUpdate } from '@antiphon/core/wire'
import { formatRule } from '../permissions/current-permissions.ts'
import { changeSettingsFile, editSettings, type SettingsTarget } from './change-settings-file.ts'
import { insertRule, type RuleList } from './insert-rule.ts'
import { type ReadSettingsOptions, settingsFile, settingsRoot } from './read-settings.ts'
import type { SettingsProblem } from './settings.ts'

export type SettingsPlace = Pick<ReadSettingsOptions, 'cwd' | 'home' | 'env'>

/** Writes a change of the permissions into the file that it names; one for this session only is written nowhere. */
export async function savePermissionUpdate(
  update: PermissionUpdate,
  place: SettingsPlace,
): Promise<readonly SettingsProblem[]> {
  const source = SOURCES[update.destination]
  if (source === undefined) return []
  const target = { file: settingsFile(source, place), root: settingsRoot(source, place) }
  const problems = await save(update, target)
  return problems.filter(problem => problem !== null)
}

const SOURCES: Partial<Record<PermissionUpdate['destination'], 'user' | 'project' | 'local'>> = {
  userSettings: 'user',
  projectSettings: 'project',
  localSettings: 'local',
}

async function save(
  update: PermissionUpdate,
  target: SettingsTarget,
): Promise<readonly (SettingsProblem | null)[]> {
  switch (update.type) {
    case 'addRules':
      return addAll(target, update.behavior, update.rules.map(formatRule))
    case 'addDirectories':
      return addAll(target, 'additionalDirectories', update.directories)
    case 'replaceRules':
    case 'removeRules':
      return [await change(target, update.behavior, rules => changeRules(rules, update))]
    case 'removeDirectories':
      return [await change(target, 'additionalDirectories', kept => without(kept, update.directories))]
    case 'setMode':
      return [await change(target, 'defaultMode', () => update.mode)]
    default:
      // A change of a later version is saved by no one here.
      update satisfies never
      return []
  }
}

async function addAll(
  target: SettingsTarget,
  list: RuleList,
  items: readonly string[],
): Promise<readonly (SettingsProblem | null)[]> {
  return Promise.all(items.map(rule => addPermissionRule({ ...target, rule, list })))
}

function changeRules(before: JsonValue | undefined, update: PermissionRulesUpdate): readonly JsonValue[] {
  const rules = update.rules.map(formatRule)
  return update.type === 'replaceRules' ? rules : without(before, rules)
}

function without(before: JsonValue | undefined, gone: readonly string[]): readonly JsonValue[] {
  const list: readonly JsonValue[] = Array.isArray(before) ? before : []
  return list.filter(item => typeof item !== 'string' || !gone.includes(item))
}

function change(
  target: SettingsTarget,
  field: RuleList | 'defaultMode',
  edit: (value: JsonValue | undefined) => JsonValue,
): Promise<SettingsProblem | null> {
  return changeSettingsFile(target, text =>
    editSettings(text, settings => {
      const permissions = isObject(settings.permissions) ? (settings.permissions as JsonObject) : {}
      const value = edit(permissions[field])
      const isNothing = permissions[field] === undefined && Array.isArray(value) && value.length === 0
      return isNothing ? settings : { ...settings, permissions: { ...permissions, [field]: value } }
    }),
  )
}

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
