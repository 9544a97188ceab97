import { isAscii, isUtf8 } from 'node:buffer'
import { isObject } from '@antiphon/contract'
import type { LineFile } from './read-document.ts'
import { decodeEntries, readTime } from './read-document.ts'
import { readFields } from './read-fields.ts'

/** What a line says, for an index. */
export type LineTexts = {
  /** The texts of all fields of all its documents. */
  readonly texts: readonly string[]
  /** True where each character of a text is a byte of UTF-8. */
  readonly isBytes: boolean
  readonly newest: number
  readonly oldest: number
}

/** The texts of the documents of a line; nothing where it says nothing. */
export function readTexts(line: Buffer, file: LineFile): LineTexts | undefined {
  if (isSilent(line)) return undefined
  const entry = parseBytes(line)
  return entry === undefined ? collect(decodeEntries(line), file, false) : collect([entry], file, true)
}

function collect(
  entries: readonly Readonly<Record<string, unknown>>[],
  file: LineFile,
  isBytes: boolean,
): LineTexts | undefined {
  const texts: string[] = []
  let [newest, oldest] = [0, Number.POSITIVE_INFINITY]
  for (const entry of entries) {
    const before = texts.length
    for (const { text } of readFields(entry)) if (text !== '') texts.push(text)
    if (texts.length === before) continue
    const time = readTime(entry) ?? file.firstTime()
    newest = Math.max(newest, time)
    oldest = Math.min(oldest, time)
  }
  return texts.length === 0 ? undefined : { texts, isBytes, newest, oldest }
}

/**
 * The line as latin1: JSON is the same in it, and decoding, the dearest part of reading, is left to those who need a
 * text. Not where a character is escaped, since it would look like a byte, and not where the bytes are no UTF-8.
 */
function parseBytes(line: Buffer): Readonly<Record<string, unknown>> | undefined {
  if (line[0] !== BRACE || line.length > LONGEST || line.includes(ESCAPE)) return undefined
  if (!isAscii(line) && !isUtf8(line)) return undefined
  try {
    const value: unknown = JSON.parse(line.toString('latin1'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const BRACE = 0x7b
const LONGEST = 1 << 28
const ESCAPE = Buffer.from('\\u')

/** True for a line of one of the two types that fill logs and that nobody reads, and of that alone. */
function isSilent(line: Buffer): boolean {
  if (line[0] !== BRACE) return false
  const nested = line.indexOf(BRACE, 1)
  const head = line.toString('latin1', 0, nested === -1 ? SNAPSHOT.length : Math.min(nested, HEAD_BYTES))
  const isHidden = head.startsWith(SNAPSHOT) || (nested < HEAD_BYTES && head.endsWith(PROGRESS))
  return isHidden && !line.includes(GLUE) && line.indexOf(ENTRY, 1) === -1
}

const HEAD_BYTES = 1024
const SNAPSHOT = '{"type":"file-history-snapshot"'
const PROGRESS = ',"type":"progress","data":'
// Another entry on the same line: its newline was lost, or the one before it was cut off.
const GLUE = Buffer.from('}{"')
const ENTRY = Buffer.from('{"parentUuid":')
