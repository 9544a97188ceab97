import { isObject } from '@antiphon/contract'

/** What lies deeper could exhaust the stack, and helps no model. */
export const MAX_DEPTH = 64

/** JSON whose keys are sorted: the same value gives the same bytes whichever store kept it. Never throws. */
export function stableJson(value: unknown): string {
  return encode(value, 0)
}

function encode(value: unknown, depth: number): string {
  if (typeof value === 'object' && value !== null && depth === MAX_DEPTH) return '"…"'
  if (Array.isArray(value)) return `[${value.map(item => encode(item, depth + 1)).join(',')}]`
  if (isObject(value)) {
    const fields = Object.keys(value)
      .filter(key => value[key] !== undefined)
      .sort()
      .map(key => `${JSON.stringify(key)}:${encode(value[key], depth + 1)}`)
    return `{${fields.join(',')}}`
  }
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null')
}
