import type { Entry } from '@antiphon/core'

export type ShortenedEntry = { readonly entry: Entry; readonly cut: number }

export type ShortenOptions = {
  readonly storedBytes: number
  /** About how many characters of it are left at most. */
  readonly units?: number
}

/**
 * An entry of bounded size, whatever it held: long texts are cut with a note, large images and signatures left out,
 * and where that is not enough the rest of long lists. Its own small fields always stay.
 */
export function shortenEntry(
  entry: Entry,
  { storedBytes, units = ENTRY_UNITS }: ShortenOptions,
): ShortenedEntry {
  // Most entries: nothing in so few bytes can be long.
  if (storedBytes <= MAX_TEXT) return { entry, cut: 0 }
  let left = units
  let cut = 0
  // An object stays one.
  return { entry: shortenObject(entry, 0) as Entry, cut }

  function shorten(value: unknown, depth: number): unknown {
    left -= VALUE_UNITS
    if (typeof value === 'string') return shortenText(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth > MAX_DEPTH) {
      cut += countUnits(value)
      return '[… nested too deep]'
    }
    return Array.isArray(value) ? shortenList(value, depth) : shortenObject(value, depth)
  }

  function shortenText(text: string): string {
    const most = left > 0 ? MAX_TEXT : MIN_TEXT
    left -= Math.min(text.length, most)
    if (text.length <= most) return text
    const end = endOf(text, most)
    cut += text.length - end
    return `${text.slice(0, end)}\n[… ${text.length - end} more characters]`
  }

  function shortenList(list: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = []
    for (const item of list) {
      // Blocks of a message outlast what lies deeper.
      if (left < (depth <= 2 ? -units : 0)) cut += countUnits(item)
      else kept.push(shorten(item, depth + 1))
    }
    return kept
  }

  function shortenObject(object: object, depth: number): Record<string, unknown> {
    const pairs: [string, unknown][] = []
    for (const [key, value] of Object.entries(object)) {
      const mustStay = depth <= 1 && pairs.length < MAX_OWN_FIELDS && isSmall(value)
      if (key.length > MAX_KEY || (left < -units && !mustStay)) {
        cut += key.length + countUnits(value)
        continue
      }
      left -= key.length
      pairs.push([key, shortenField(key, value, depth)])
    }
    // From entries, so that a field called __proto__ is a field.
    return Object.fromEntries(pairs)
  }

  function shortenField(key: string, value: unknown, depth: number): unknown {
    if (typeof value !== 'string' || value.length <= MAX_TEXT) return shorten(value, depth + 1)
    // Not for people to read: not counted.
    if (key === 'signature' || COPIES.has(key)) return ''
    // What is read, not looked up, is seldom so long that it must be asked for.
    if (key === 'text' && value.length <= MAX_PROSE && left > value.length) {
      left -= value.length
      return value
    }
    if ((key !== 'data' && key !== 'base64') || !BASE64.test(value.slice(0, 256))) return shortenText(value)
    if (value.length <= SMALL_IMAGE && left > SMALL_IMAGE) {
      left -= value.length
      return value
    }
    cut += value.length
    return ''
  }
}

const MAX_TEXT = 4096
const MIN_TEXT = 160
const MAX_PROSE = 16_384
const SMALL_IMAGE = 8192
const ENTRY_UNITS = 32_768
const VALUE_UNITS = 4
const MAX_KEY = 256
const MAX_OWN_FIELDS = 64
const MAX_DEPTH = 64
/** What tools keep of a file as it was before. */
const COPIES: ReadonlySet<string> = new Set(['originalFile', 'originalFileContents'])
const BASE64 = /^[A-Za-z0-9+/=_-]+$/

function isSmall(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= MIN_TEXT : typeof value !== 'object'
}

/** Not between the halves of a pair. */
function endOf(text: string, most: number): number {
  return (text.charCodeAt(most) & 0xfc00) === 0xdc00 ? most - 1 : most
}

/** All characters of texts in a value; on a list of its own, since a file may nest deeper than the stack reaches. */
function countUnits(value: unknown): number {
  const waiting = [value]
  let units = 0
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    units += typeof item === 'string' ? Math.max(1, item.length) : 1
    if (typeof item === 'object' && item !== null) for (const part of Object.values(item)) waiting.push(part)
  }
  return units
}
