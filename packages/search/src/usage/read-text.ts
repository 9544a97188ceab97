import { isObject } from '@antiphon/contract'

/** The named field where it is a text that is not empty. */
export function readText(value: unknown, name: string): string | undefined {
  const field = isObject(value) ? value[name] : undefined
  return typeof field === 'string' && field !== '' ? field : undefined
}
