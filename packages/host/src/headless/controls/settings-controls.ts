import { resolve } from 'node:path'
import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import {
  changeSettingsFile,
  editSettings,
  type PermissionRules,
  readSettings,
  SETTING_SOURCES,
  type SettingSource,
  type Settings,
  type SettingsProblem,
  settingsFile,
  settingsRoot,
} from '@antiphon/engine'
import type { OpenAgent } from '../../agent/open-agent.ts'
import { type Control, readObject, readText } from './control.ts'

/** What holds in this session, and what each source says by itself now. */
export const getSettings: Control = async ({ agent }) => {
  const layers = await readSettingLayers(agent)
  const errors = toWireErrors(layers)
  return {
    effective: toPlainSettings(agent.settings),
    sources: layers.map(({ source, settings }) => ({ source, settings })),
    applied: { model: agent.engine.model(), effort: null },
    ...(errors.length > 0 && { errors }),
  }
}

/** What one source of settings says by itself, as its file stands now. */
export type SettingLayer = {
  readonly source: WireSettingSource
  readonly settings: JsonObject
  readonly rules: Readonly<Record<'allow' | 'deny' | 'ask', readonly string[]>>
  readonly additionalDirectories: readonly string[]
  readonly problems: readonly SettingsProblem[]
}

type WireSettingSource = `${SettingSource}Settings`

/** The sources that count in this session and say something, the weakest first. */
export async function readSettingLayers({
  settingsChoice,
}: Pick<OpenAgent, 'settingsChoice'>): Promise<readonly SettingLayer[]> {
  const layers: SettingLayer[] = []
  for (const source of SETTING_SOURCES) {
    if (settingsChoice.sources?.includes(source) === false) continue
    const { settings, problems } = await readSettings({ ...settingsChoice, sources: [source] })
    const plain = toPlainSettings(settings)
    if (Object.keys(plain).length === 0 && problems.length === 0) continue
    const { additionalDirectories, ...rules } = settings.permissions
    layers.push({ source: `${source}Settings`, settings: plain, rules, additionalDirectories, problems })
  }
  return layers
}

/** Problems as hosts read them. */
export function toWireErrors(layers: readonly SettingLayer[]): readonly JsonObject[] {
  return layers.flatMap(({ problems }) =>
    problems.map(({ file, what, whatToDo }) => ({ file, path: '', message: `${what}; ${whatToDo}` })),
  )
}

/** Settings as a file writes them: known fields only where they say something, any other as it stands. */
function toPlainSettings({ other, sandbox: _, ...known }: Settings): JsonObject {
  // Settings come from JSON. Those of the sandbox are among the others as they were written.
  return { ...other, ...withoutNothing(known as unknown as JsonObject) }
}

function withoutNothing(fields: JsonObject): JsonObject {
  const kept = Object.entries(fields).flatMap(([name, value]): [string, JsonValue][] => {
    const plain = isObject(value) ? withoutNothing(value as JsonObject) : value
    return plain === undefined || saysNothing(plain) ? [] : [[name, plain]]
  })
  return Object.fromEntries(kept)
}

function saysNothing(value: JsonValue): boolean {
  if (value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

/** The rules and folders that hold now, each with where it comes from; what no file and no flag says was granted in this session. */
export const listPermissionRules: Control = async ({ agent }) => {
  const { engine } = agent
  const layers = await readSettingLayers(agent)
  const { rules, additionalDirectories } = engine.permissions()
  const errors = toWireErrors(layers)
  return {
    state: {
      rules: BEHAVIORS.flatMap(behavior =>
        rules[behavior].flatMap(rule => listEntries({ behavior, rule }, { layers, agent })),
      ),
      workspaceDirectories: additionalDirectories.map(path => ({
        path,
        source: findFolderSource(path, { layers, agent }),
      })),
      originalCwd: agent.cwd,
      managedOnly: false,
      ...(errors.length > 0 && { errors }),
    },
  }
}

const BEHAVIORS = ['allow', 'deny', 'ask'] as const

type Origins = { readonly layers: readonly SettingLayer[]; readonly agent: OpenAgent }

function listEntries(
  { behavior, rule }: { readonly behavior: keyof PermissionRules; readonly rule: string },
  { layers, agent }: Origins,
): readonly JsonObject[] {
  const { allowedTools, disallowedTools } = agent.flags
  const flagged: PermissionRules = { allow: allowedTools, deny: disallowedTools, ask: [] }
  const sources = [
    ...layers.filter(({ rules }) => rules[behavior].includes(rule)).map(({ source }) => source),
    ...(flagged[behavior].includes(rule) ? ['cliArg'] : []),
  ]
  return (sources.length > 0 ? sources : ['session']).map(source => ({
    behavior,
    source,
    rule,
    editability: EDITABILITY[source] ?? 'persistent',
  }))
}

const EDITABILITY: Readonly<Record<string, string>> = {
  session: 'session',
  cliArg: 'session',
  flagSettings: 'readonly',
}

function findFolderSource(path: string, { layers, agent }: Origins): string {
  const isThis = (folder: string): boolean => resolve(agent.cwd, folder) === path
  if (agent.flags.addDir.some(isThis)) return 'cliArg'
  return layers.find(layer => layer.additionalDirectories.some(isThis))?.source ?? 'session'
}

/**
 * Writes settings for the next sessions. Settings files decide what may run without asking, so that only fields are
 * written that cannot: the style of answers, and the model. Values are texts; nothing is deleted.
 */
export const updateSettings: Control = async ({ agent }, request) => {
  const target = TARGETS[readText(request, 'source')]
  if (!target) throw new Error('update_settings writes only to localSettings and userSettings')
  if (agent.flags.settingSources && !agent.flags.settingSources.includes(target.source))
    throw new Error(`update_settings: this session does not read ${target.source} settings`)
  const settings = checkFields(readObject(request, 'settings'), target.fields)
  const place = { cwd: agent.cwd, home: agent.home, env: agent.io.env }
  const problem = await changeSettingsFile(
    { file: settingsFile(target.source, place), root: settingsRoot(target.source, place) },
    text => editSettings(text, before => ({ ...before, ...settings })),
  )
  if (problem) throw new Error(`${problem.file}: ${problem.what}; ${problem.whatToDo}`)
  return { written: Object.keys(settings) }
}

type Target = { readonly source: 'local' | 'user'; readonly fields: readonly string[] }

const TARGETS: Readonly<Record<string, Target | undefined>> = {
  localSettings: { source: 'local', fields: ['outputStyle', 'model'] },
  userSettings: { source: 'user', fields: ['model'] },
}

function checkFields(settings: JsonObject, allowed: readonly string[]): JsonObject {
  const names = Object.keys(settings)
  if (names.length === 0) throw new Error('update_settings needs settings with at least one field')
  for (const name of names) {
    if (!allowed.includes(name))
      throw new Error(`update_settings does not write ${name} there, only ${allowed.join(' and ')}`)
    if (typeof settings[name] !== 'string' || settings[name] === '')
      throw new Error(`update_settings needs ${name} as a text`)
  }
  return settings
}
