import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import type { Settings } from '@antiphon/engine'

/** Settings as a file writes them: known fields only where they say something, any other as it stands. */
export function toPlainSettings({ other, sandbox: _, ...known }: Settings): JsonObject {
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
