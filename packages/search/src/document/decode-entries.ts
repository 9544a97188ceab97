import { isAscii } from 'node:buffer'
import { isObject } from '@antiphon/contract'
import { decodeLines, type Entry } from '@antiphon/core'

/** The entries of one line: one, none, or several where lines are glued. What is no UTF-8 is read with marks in its place. */
export function decodeEntries(line: Buffer): readonly Entry[] {
  const text = line.length < LONGEST ? toText(line) : undefined
  const value = text === undefined ? undefined : parse(text)
  if (value !== undefined) return isObject(value) ? [value] : []
  if (line.length === 0 || !line.includes(BRACE)) return []
  return decodeLines(line).flatMap(part => (part.kind === 'entry' ? [part.entry] : []))
}

const BRACE = 0x7b
// V8's longest string.
const LONGEST = 0x1fffffe8

/** ASCII is the same in latin1, and made many times faster. */
function toText(line: Buffer): string {
  if (isAscii(line)) return line.toString('latin1')
  const hasMark = line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf
  return line.toString('utf8', hasMark ? 3 : 0)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
