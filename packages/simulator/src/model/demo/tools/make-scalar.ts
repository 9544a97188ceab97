import type { JsonObject } from '@antiphon/core'

/** A string of the schema's format, pattern and length; the hint where it fits. */
export function makeString(schema: JsonObject, hint: string): string {
  const format = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined
  const candidates = [...(format === undefined ? [] : [format]), hint, ...FILLERS]
  const fits = candidates.find(text => matches(text, schema)) ?? candidates[0] ?? ''
  const least = numberOf(schema.minLength) ?? 0
  const most = numberOf(schema.maxLength) ?? Number.POSITIVE_INFINITY
  return [...fits.padEnd(Math.min(least, LONGEST_PADDING), '.')].slice(0, most).join('')
}

const LONGEST_PADDING = 10_000
const FILLERS: readonly string[] = [
  'demo',
  'a',
  'A',
  '1',
  '00',
  'a1',
  'a@b.cc',
  '2026-01-01',
  'https://example.com',
]
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'PT1S',
  email: 'demo@example.com',
  hostname: 'example.com',
  uri: 'https://example.com',
  ipv4: '127.0.0.1',
  ipv6: '::1',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function matches(text: string, { pattern }: JsonObject): boolean {
  if (typeof pattern !== 'string') return true
  try {
    return new RegExp(pattern, 'u').test(text.slice(0, LONGEST_TRIED))
  } catch {
    return true
  }
}

/** A pattern is somebody else's: it is tried on short texts only. */
const LONGEST_TRIED = 40

/** The smallest number that the schema allows, from 0 on. */
export function makeNumber(schema: JsonObject): number {
  const step = numberOf(schema.multipleOf) ?? 1
  const above = numberOf(schema.exclusiveMinimum)
  const least = numberOf(schema.minimum) ?? (above === undefined ? undefined : above + step)
  const most = numberOf(schema.maximum) ?? numberOf(schema.exclusiveMaximum)
  if (least !== undefined) return Math.ceil(least / step) * step
  return most !== undefined && most <= 0 ? Math.floor((most - step) / step) * step : 0
}

/** A value where it is a number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
