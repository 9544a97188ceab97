import { join, resolve } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import { readPlainFile } from '../files/read-plain-file.ts'
import { findRuleProblems } from '../permissions/parse-permission-rule.ts'
import { parseTolerantJson } from '../text/parse-tolerant-json.ts'
import { type CheckedSettings, checkSettings, isString } from './check-settings.ts'
import { explainTrust } from './folder-trust.ts'
import { mergeSettings, restrictProjectSettings } from './merge-settings.ts'
import { personFolder } from './person-folder.ts'
import { SETTING_SOURCES, type SettingSource, type Settings, type SettingsProblem } from './settings.ts'

export type ReadSettingsOptions = {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether the files in the folder may decide what runs and what is allowed; see `isFolderTrusted`. */
  readonly isTrusted: boolean
  /** All unless said otherwise. */
  readonly sources?: readonly SettingSource[]
  /** The value of `--settings`: JSON, or the path of a file. */
  readonly flag?: string
}

export type ReadSettings = {
  readonly settings: Settings
  /** The files that were there, the weakest first. */
  readonly files: readonly string[]
  readonly problems: readonly SettingsProblem[]
}

/** Reads and merges every settings file; a file that is missing or broken takes nothing from the others. */
export async function readSettings(options: ReadSettingsOptions): Promise<ReadSettings> {
  const wanted = options.sources ?? SETTING_SOURCES
  const layers: JsonObject[] = []
  const files: string[] = []
  const problems: SettingsProblem[] = []
  for (const source of SETTING_SOURCES) {
    if (!wanted.includes(source)) continue
    const text = await readSource(source, options)
    if (text === null) continue
    const checked = 'problem' in text ? broken(text.name, text.problem) : checkText(text)
    const layer = restrict(checked.fields, { source, file: text.name, options })
    layers.push(layer.fields)
    problems.push(...checked.problems, ...layer.problems, ...checkRules(layer.fields, text.name))
    if (text.isFile) files.push(text.name)
  }
  return { settings: mergeSettings(layers), files, problems }
}

/** Where a source's settings are written; null for the command line. */
export function settingsFile(
  source: Exclude<SettingSource, 'flag'>,
  { cwd, home, env }: Pick<ReadSettingsOptions, 'cwd' | 'home' | 'env'>,
): string {
  switch (source) {
    case 'user':
      return join(personFolder({ home, env }), 'settings.json')
    case 'project':
      return join(cwd, '.claude', 'settings.json')
    case 'local':
      return join(cwd, '.claude', 'settings.local.json')
  }
}

/** In which folder a source's file must lie; null for the person's own, which may be a link to anywhere. */
export function settingsRoot(
  source: Exclude<SettingSource, 'flag'>,
  { cwd, home, env }: Pick<ReadSettingsOptions, 'cwd' | 'home' | 'env'>,
): string | null {
  // At home the project's files are the person's.
  return source === 'user' || join(cwd, '.claude') === personFolder({ home, env }) ? null : cwd
}

type SourceText = { readonly name: string; readonly isFile: boolean } & (
  | { readonly text: string }
  | { readonly problem: string }
)

async function readSource(source: SettingSource, options: ReadSettingsOptions): Promise<SourceText | null> {
  if (source !== 'flag') return readText(settingsFile(source, options), settingsRoot(source, options))
  const { flag, cwd } = options
  if (flag === undefined) return null
  if (flag.trimStart().startsWith('{')) return { name: '--settings', isFile: false, text: flag }
  const file = resolve(cwd, flag)
  return (await readText(file, null)) ?? { name: file, isFile: false, problem: 'there is no such file' }
}

async function readText(file: string, root: string | null): Promise<SourceText | null> {
  const read = await readPlainFile(file, { root })
  return read && { name: file, isFile: true, ...read }
}

function checkText({ name, text }: { readonly name: string; readonly text: string }): CheckedSettings {
  const parsed = parseTolerantJson(text)
  return 'problem' in parsed ? broken(name, parsed.problem) : checkSettings(parsed.value, name)
}

function broken(file: string, what: string): CheckedSettings {
  const whatToDo = 'mend the file; until then its settings do not hold'
  return { fields: {}, problems: [{ file, what, whatToDo }] }
}

type Restricting = {
  readonly source: SettingSource
  readonly file: string
  readonly options: ReadSettingsOptions
}

/** The person's own file for a project counts as the project's: whoever gives away a repository can put one into it. */
function restrict(fields: JsonObject, { source, file, options }: Restricting): CheckedSettings {
  if (options.isTrusted || source === 'user' || source === 'flag') return { fields, problems: [] }
  return restrictProjectSettings(fields, { file, whatToDo: explainTrust(options) })
}

/** The rules of checked settings that do not do what their author hopes; they are kept, as some still make for a question. */
function checkRules({ permissions }: JsonObject, file: string): readonly SettingsProblem[] {
  const lists = isObject(permissions) ? permissions : {}
  const rules = { allow: toTexts(lists.allow), deny: toTexts(lists.deny), ask: toTexts(lists.ask) }
  return findRuleProblems(rules).map(({ behavior, rule, problem }) => ({
    file,
    what: `permissions.${behavior} holds "${rule}": ${problem}`,
    whatToDo: 'mend the rule',
  }))
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isString) : []
}
