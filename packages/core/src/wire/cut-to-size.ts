import { isObject } from '@antiphon/contract'
import { jsonBytesOfCodePoint, jsonBytesOfString, limitDepth } from './json-text.ts'

/**
 * A copy of `value` whose JSON text takes at most `maxBytes`. The largest strings are cut first, all to
 * one length; where strings are not to blame, the smallest list or object whose loss is enough becomes a
 * note; at last only the fields of the outermost object stay.
 */
export function cutToSize(value: object, maxBytes: number): unknown {
  const copy = limitDepth(value)
  const cut = cutStrings(copy, maxBytes)
  const excess = sizeOf(cut) - maxBytes
  if (excess <= 0) return cut
  const victim = findVictim(cut, excess)
  return victim ? replacePart(cut, victim) : keepOuterFields(cut, maxBytes)
}

/** Strings are never cut to less than this, so that ids and names survive. */
const SHORTEST_CUT = 256
const LONGEST_NOTE = 40

function cutStrings(value: unknown, maxBytes: number): unknown {
  const sizes: number[] = []
  visitStrings(value, text => {
    const size = jsonBytesOfString(text)
    if (size > SHORTEST_CUT) sizes.push(size)
  })
  const level = findLevel(sizes, sizeOf(value) - maxBytes)
  return mapStrings(value, text => cutString(text, level))
}

/** The longest length to which all longer strings must be cut to save `excess` bytes. */
function findLevel(sizes: readonly number[], excess: number): number {
  if (excess <= 0) return Number.POSITIVE_INFINITY
  const sorted = sizes.toSorted((a, b) => b - a)
  let sum = 0
  for (const [index, size] of sorted.entries()) {
    sum += size
    const level = Math.floor((sum - excess) / (index + 1))
    if (level >= (sorted[index + 1] ?? SHORTEST_CUT)) return level
  }
  return SHORTEST_CUT
}

/** The start of `text`, by code points, and a note of what is gone, in at most `maxBytes` of JSON. */
function cutString(text: string, maxBytes: number): string {
  if (jsonBytesOfString(text) <= maxBytes) return text
  const room = maxBytes - 2 - LONGEST_NOTE
  let bytes = 0
  let index = 0
  while (index < text.length) {
    const codePoint = text.codePointAt(index) ?? 0
    bytes += jsonBytesOfCodePoint(codePoint)
    if (bytes > room) break
    index += codePoint > 0xffff ? 2 : 1
  }
  return text.slice(0, index) + cutNote(encoder.encode(text.slice(index)).length)
}

const encoder = new TextEncoder()

function cutNote(bytes: number): string {
  return `… [${bytes} bytes cut]`
}

/** The smallest list or object inside `root` whose note would save `excess` bytes. */
function findVictim(root: unknown, excess: number): object | null {
  let victim: object | null = null
  let smallest = Number.POSITIVE_INFINITY
  sizeOf(root, (part, size) => {
    if (part === root || size >= smallest || size - LONGEST_NOTE - 2 < excess) return
    victim = part
    smallest = size
  })
  return victim
}

function replacePart(value: unknown, victim: object): unknown {
  if (value === victim) return cutNote(sizeOf(victim))
  if (Array.isArray(value)) return value.map(item => replacePart(item, victim))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replacePart(item, victim)]))
}

const FIRST_FIELDS = ['type', 'subtype', 'uuid', 'session_id', 'parent_tool_use_id', 'request_id']
const OUTER_STRING = 96

function keepOuterFields(root: unknown, maxBytes: number): unknown {
  if (!isObject(root)) return cutNote(sizeOf(root))
  let bytes = 2
  const kept: [string, unknown][] = []
  for (const key of new Set([...FIRST_FIELDS, ...Object.keys(root)])) {
    if (!Object.hasOwn(root, key)) continue
    const value = shorten(root[key])
    const size = jsonBytesOfString(key) + sizeOf(value) + 2
    if (bytes + size > maxBytes) continue
    bytes += size
    kept.push([key, value])
  }
  return Object.fromEntries(kept)
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return cutString(value, OUTER_STRING)
  return typeof value === 'object' && value !== null ? cutNote(sizeOf(value)) : value
}

/** The bytes of a value's JSON text; `report` hears the size of every list and object in it. */
function sizeOf(value: unknown, report?: (part: object, size: number) => void): number {
  if (typeof value === 'string') return jsonBytesOfString(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length
  // Brackets, and a comma between two items.
  let size = 2
  if (Array.isArray(value)) {
    for (const item of value) size += sizeOf(item, report) + 1
    if (value.length > 0) size--
  } else {
    const entries = Object.entries(value)
    for (const [key, item] of entries) size += jsonBytesOfString(key) + 1 + sizeOf(item, report) + 1
    if (entries.length > 0) size--
  }
  report?.(value, size)
  return size
}

function visitStrings(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value)
  else if (Array.isArray(value)) for (const item of value) visitStrings(item, visit)
  else if (isObject(value)) for (const item of Object.values(value)) visitStrings(item, visit)
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map(item => mapStrings(item, map))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, map)]))
}
