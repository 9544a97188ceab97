import { gunzipSync } from 'node:zlib'

/** Zipped, so many bytes are small: such files stay as they are. */
const SMALL_BYTES = 8000

/** Words of the same length say as much with so many characters. */
const LONGEST_TEXT = 120

/** Bytes of images and documents: cut, they would be another damage. They were replaced by such that zip well. */
const MEDIA: ReadonlySet<string> = new Set(['data', 'base64'])

/** What fixtures hold of a zipped log. */
export function toFixture(zipped: Buffer): Buffer {
  const log = gunzipSync(zipped)
  return zipped.length <= SMALL_BYTES ? log : Buffer.from(shortenLog(log.toString('utf8')))
}

/**
 * A log with every text cut that is long; lines, links, ids, numbers and damage stay. Lines that are not one JSON value,
 * or not written as Claude Code writes them, stay byte for byte.
 */
export function shortenLog(log: string): string {
  return log
    .split('\n')
    .map(line => shortenLine(line))
    .join('\n')
}

function shortenLine(line: string): string {
  try {
    const value: unknown = JSON.parse(line)
    return JSON.stringify(value) === line ? JSON.stringify(shorten(value)) : line
  } catch {
    return line
  }
}

function shorten(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return MEDIA.has(key) ? value : cut(value)
  if (Array.isArray(value)) return value.map(child => shorten(child))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shorten(child, name)]))
}

/** No half of a character stands at the end. */
function cut(text: string): string {
  const head = text.slice(0, LONGEST_TEXT)
  return text.length > LONGEST_TEXT ? head.replace(/[\ud800-\udbff]$/, '') : text
}
