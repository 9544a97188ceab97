import { isObject, type JsonObject } from '@antiphon/contract'

/** A field where it is a string that is not blank. */
export function readString(value: unknown, ...names: readonly string[]): string | undefined {
  if (!isObject(value)) return undefined
  for (const name of names) {
    const field = value[name]
    if (typeof field === 'string' && field.trim() !== '') return field
  }
  return undefined
}

/** A field where it is a string, blank or not; else nothing. */
export function readText(value: unknown, name: string): string {
  const field = isObject(value) ? value[name] : undefined
  return typeof field === 'string' ? field : ''
}

/** A field where it is a finite number, else zero. */
export function readCount(value: unknown, name: string): number {
  const field = isObject(value) ? value[name] : undefined
  return typeof field === 'number' && Number.isFinite(field) ? field : 0
}

/** A field where it is a list, else an empty one. */
export function readList(value: unknown, name: string): readonly unknown[] {
  const field = isObject(value) ? value[name] : undefined
  return Array.isArray(field) ? field : []
}

/** A field where it is an object, else an empty one. */
export function readObject(value: unknown, name: string): JsonObject {
  return asObject(isObject(value) ? value[name] : undefined)
}

/** The value where it is an object and no list, else an empty one. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) && !Array.isArray(value) ? (value as JsonObject) : {}
}

/** Text as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A time in any of the forms that agents write as ISO 8601; undefined where it is none. */
export function toIsoTime(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0)
    return toIso(value < SECONDS_UNTIL ? value * 1000 : value)
  if (typeof value !== 'string') return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : ISO.test(value) ? value : toIso(time)
}

// A number of seconds is below it for a thousand years, one of milliseconds above it since 1973.
const SECONDS_UNTIL = 100_000_000_000
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/

function toIso(milliseconds: number): string | undefined {
  return Math.abs(milliseconds) <= LATEST ? new Date(milliseconds).toISOString() : undefined
}

const LATEST = 8.64e15
