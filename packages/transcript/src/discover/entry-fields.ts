import type { Entry } from '@antiphon/core'

/** A named field of an entry where it is a string that says something. */
export function readText(entry: Entry, name: string): string | undefined {
  const fields: Readonly<Record<string, unknown>> = entry
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The time of an entry, where it is one. */
export function readTime(entry: Entry): string | undefined {
  const time = readText(entry, 'timestamp')
  return time === undefined || Number.isNaN(Date.parse(time)) ? undefined : time
}
