import { isObject } from '@antiphon/contract'

/** The value where it is a text that is not empty. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The value where it is an object. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) ? value : undefined
}
