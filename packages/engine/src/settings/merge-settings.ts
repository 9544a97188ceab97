import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import { toSandboxSettings } from '../sandbox/sandbox-settings.ts'
import type { CheckedSettings } from './check-settings.ts'
import type { Settings } from './settings.ts'

/** Puts checked settings together, the weakest first: lists are joined without doubles, the last value wins. */
export function mergeSettings(layers: readonly JsonObject[]): Settings {
  const merged = layers.reduce<JsonObject>((all, layer) => mergeObjects(all, layer), {})
  const { permissions, hooks, env, model, outputStyle, ...rest } = merged
  const {
    disableAllHooks,
    enableAllProjectMcpServers,
    enabledMcpjsonServers,
    disabledMcpjsonServers,
    ...other
  } = rest
  return {
    permissions: { allow: [], deny: [], ask: [], additionalDirectories: [], ...known(permissions, {}) },
    hooks: known(hooks, {}),
    disableAllHooks: known(disableAllHooks, false),
    env: known(env, {}),
    ...(model !== undefined && { model: known(model, '') }),
    ...(outputStyle !== undefined && { outputStyle: known(outputStyle, '') }),
    enableAllProjectMcpServers: known(enableAllProjectMcpServers, false),
    enabledMcpjsonServers: known(enabledMcpjsonServers, []),
    disabledMcpjsonServers: known(disabledMcpjsonServers, []),
    sandbox: toSandboxSettings(known<JsonObject | undefined>(other.sandbox, undefined)),
    // Of the sandbox this version knows some fields: as a whole it stays as it came.
    other,
  }
}

/** The layers went through `checkSettings`, which keeps no known field of another type. */
function known<T>(value: JsonValue | undefined, fallback: T): T {
  return value === undefined ? fallback : (value as T)
}

function mergeObjects(weak: JsonObject, strong: JsonObject): JsonObject {
  const fields = Object.entries(strong).map(([name, value]): [string, JsonValue | undefined] => {
    return [name, Object.hasOwn(weak, name) ? mergeValues(weak[name], value) : mergeValues(undefined, value)]
  })
  return { ...weak, ...Object.fromEntries(fields) }
}

function mergeValues(weak: JsonValue | undefined, strong: JsonValue | undefined): JsonValue | undefined {
  if (isList(strong)) return withoutDoubles(isList(weak) ? [...weak, ...strong] : strong)
  if (isJsonObject(strong)) return mergeObjects(isJsonObject(weak) ? weak : {}, strong)
  return strong
}

function withoutDoubles(items: readonly JsonValue[]): readonly JsonValue[] {
  return [...new Map(items.map(item => [JSON.stringify(item), item])).values()]
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return isObject(value)
}

type RestrictOptions = {
  readonly file: string
  /** What a person does to let all of it count. */
  readonly whatToDo: string
}

/**
 * What a folder that nobody trusts may decide: it may forbid, ask for questions, and choose a model and a style. All
 * that runs programs, sets variables or allows something is left out, a field of a later version included.
 */
export function restrictProjectSettings(
  fields: JsonObject,
  { file, whatToDo }: RestrictOptions,
): CheckedSettings {
  const permissions = isObject(fields.permissions) ? (fields.permissions as JsonObject) : {}
  const sandbox = isObject(fields.sandbox) ? (fields.sandbox as JsonObject) : {}
  const top = split(fields, name => name === 'permissions' || name === 'sandbox' || HARMLESS.has(name))
  const inner = split(permissions, isCareful)
  const box = split(sandbox, isStricter)
  const ignored = [
    ...top.left,
    ...inner.left.map(name => `permissions.${name}`),
    ...box.left.map(name => `sandbox.${name}`),
  ]
  return {
    fields: {
      ...top.kept,
      ...(fields.permissions !== undefined && { permissions: inner.kept }),
      ...(fields.sandbox !== undefined && { sandbox: box.kept }),
    },
    problems:
      ignored.length === 0
        ? []
        : [{ file, what: `ignored, because nobody trusts this folder: ${ignored.join(', ')}`, whatToDo }],
  }
}

const HARMLESS: ReadonlySet<string> = new Set(['$schema', 'model', 'outputStyle', 'disabledMcpjsonServers'])

/** Of the modes only `plan` allows nothing that another would not: even `default` may undo a person's `plan`. */
function isCareful(name: string, value: JsonValue | undefined): boolean {
  return name === 'deny' || name === 'ask' || (name === 'defaultMode' && value === 'plan')
}

/** What makes a sandbox smaller; lists of files and hosts can make it larger. */
function isStricter(name: string, value: JsonValue | undefined): boolean {
  return (
    (value === true && (name === 'enabled' || name === 'failIfUnavailable')) ||
    (value === false && (name === 'autoAllowBashIfSandboxed' || name === 'allowUnsandboxedCommands'))
  )
}

function split(
  fields: JsonObject,
  isKept: (name: string, value: JsonValue | undefined) => boolean,
): { readonly kept: JsonObject; readonly left: readonly string[] } {
  const entries = Object.entries(fields)
  return {
    kept: Object.fromEntries(entries.filter(([name, value]) => isKept(name, value))),
    left: entries.filter(([name, value]) => !isKept(name, value)).map(([name]) => name),
  }
}
