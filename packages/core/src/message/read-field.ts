import { isObject } from '@antiphon/contract'

/** The first of the named fields that holds a string which is not blank. */
export function readString(value: unknown, ...names: readonly string[]): string | undefined {
  if (!isObject(value)) return undefined
  for (const name of names) {
    const field = value[name]
    if (typeof field === 'string' && field.trim() !== '') return field
  }
  return undefined
}

/** The named field where it is a string, blank or not. */
export function readText(value: unknown, name: string): string | undefined {
  const field = isObject(value) ? value[name] : undefined
  return typeof field === 'string' ? field : undefined
}

/** The named field where it is a finite number. */
export function readNumber(value: unknown, name: string): number | undefined {
  const field = isObject(value) ? value[name] : undefined
  return typeof field === 'number' && Number.isFinite(field) ? field : undefined
}

/** The named field where it is an array, else an empty one. */
export function readArray(value: unknown, name: string): readonly unknown[] {
  const field = isObject(value) ? value[name] : undefined
  return Array.isArray(field) ? field : []
}

/** The strings of a named array; nothing else is turned into text, since hostile objects throw when they are. */
export function readStrings(value: unknown, name: string): readonly string[] {
  return readArray(value, name).filter(item => typeof item === 'string')
}
