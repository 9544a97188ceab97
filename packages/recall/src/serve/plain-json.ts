import { safeJson } from '@antiphon/core/wire'

/** A value as every reader of JSON takes it, whatever a log holds: without halves of characters. */
export function toPlainJson<Value>(value: Value): Value {
  return JSON.parse(safeJson(value))
}
