import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import { toSandboxSettings } from '../sandbox/sandbox-settings.ts'
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
