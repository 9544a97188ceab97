import { isObject } from '@antiphon/contract'

export { firstBlock } from '@antiphon/core/ui'

/** A named string of whatever stands there; undefined for anything else. */
export function readText(value: unknown, name: string): string | undefined {
  const field = isObject(value) ? value[name] : undefined
  return typeof field === 'string' ? field : undefined
}

/** A named list of whatever stands there; empty for anything else. */
export function readList(value: unknown, name: string): readonly unknown[] {
  const field = isObject(value) ? value[name] : undefined
  return Array.isArray(field) ? field : []
}
