import type { JsonValue } from '@antiphon/contract'
import type { PermissionMode } from '@antiphon/core'

/** Gives a field's value, or the part of it that can be used; undefined where nothing can. */
export type FieldCheck = (value: unknown, place: FieldPlace) => JsonValue | undefined

export type FieldPlace = {
  /** The field as a person would look for it: `permissions.allow`. */
  readonly path: string
  readonly report: (what: string, whatToDo: string) => void
}

export function isString(value: unknown): value is string {
  return typeof value === 'string'
}

export function keepString(value: unknown, { path, report }: FieldPlace): string | undefined {
  if (isString(value)) return value
  report(`${path} is no text`, 'write it in quotes')
  return undefined
}

export function keepBoolean(value: unknown, { path, report }: FieldPlace): boolean | undefined {
  if (typeof value === 'boolean') return value
  report(`${path} is neither true nor false`, 'write true or false, without quotes')
  return undefined
}

/** A list of texts; a single text is taken as a list of one. */
export function keepStrings(value: unknown, { path, report }: FieldPlace): readonly string[] | undefined {
  if (isString(value)) return [value]
  if (!Array.isArray(value)) {
    report(`${path} is no list`, `write ["…"]`)
    return undefined
  }
  value.forEach((item, index) => {
    if (!isString(item)) report(`${path}[${index}] is no text`, 'write it in quotes')
  })
  return value.filter(isString)
}

export function keepMode(value: unknown, { path, report }: FieldPlace): PermissionMode | undefined {
  const mode = MODES.find(name => name === value)
  if (mode) return mode
  report(`${path} is no permission mode`, `write one of ${MODES.join(', ')}`)
  return undefined
}

const MODES: readonly PermissionMode[] = [
  'default',
  'acceptEdits',
  'plan',
  'bypassPermissions',
  'dontAsk',
  'auto',
]
