import { type Entry, encodeEntry } from '@antiphon/core'
import type { LogLine } from '@antiphon/core/log'

/** An entry with a number, chained to the one before, whose line is at least `bytes` long. */
export function createNumberedEntry(number: number, bytes = 0): Entry {
  const entry = {
    parentUuid: number === 0 ? null : toUuid(number - 1),
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content: '' },
    uuid: toUuid(number),
    number,
  }
  const missing = bytes - Buffer.byteLength(encodeEntry(entry))
  return { ...entry, message: { role: 'user', content: fill(missing) } }
}

/** The numbers of the entries of a log in its order; throws where one is not exactly as it was written. */
export function readNumbers(lines: Iterable<LogLine>): readonly number[] {
  const numbers: number[] = []
  for (const line of lines) {
    if (line.kind !== 'entry') continue
    const bytes = Buffer.from(line.raw)
    const number = Number('number' in line.entry ? line.entry.number : Number.NaN)
    if (!isAsWritten(bytes, number)) throw new Error(`changed entry: ${bytes.toString()}`)
    numbers.push(number)
  }
  return numbers
}

/** The white space around it aside, an entry has the bytes that its number and length give it. */
function isAsWritten(bytes: Buffer, number: number): boolean {
  const text = bytes.toString('latin1').trim()
  const line = encodeEntry(createNumberedEntry(number, text.length + 1))
  return Buffer.from(line).toString('latin1') === `${text}\n`
}

/** True where all wanted numbers stand in the log in their order; copies and others may stand between. */
export function isInOrder(numbers: readonly number[], wanted: readonly number[]): boolean {
  let next = 0
  for (const number of numbers) if (number === wanted[next]) next++
  return next === wanted.length
}

function toUuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

// Braces, quotes and letters of several bytes: whatever a torn line could be mistaken for.
const PATTERN = 'ab}{"é\\n漢'
const PATTERN_BYTES = Buffer.byteLength(JSON.stringify(PATTERN)) - 2

function fill(bytes: number): string {
  if (bytes <= 0) return ''
  return PATTERN.repeat(Math.floor(bytes / PATTERN_BYTES)) + 'x'.repeat(bytes % PATTERN_BYTES)
}
