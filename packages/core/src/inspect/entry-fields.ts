import { isObject } from '@antiphon/contract'
import type { Entry } from '../log/entry.ts'

type Fields = Readonly<Record<string, unknown>>

/** An entry as any object: a file may hold anything in its fields. */
export function fieldsOf(entry: Entry | undefined): Fields {
  return isObject(entry) ? (entry as Fields) : {}
}

/** A field that is a text and not empty; null for everything else. */
export function filledFieldOrNull(entry: Entry | undefined, name: string): string | null {
  const value = fieldsOf(entry)[name]
  return typeof value === 'string' && value !== '' ? value : null
}
