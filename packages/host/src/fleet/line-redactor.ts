import { createRedactor } from '@antiphon/transcript'

/** Takes secrets out of one line of a log after the other. */
export interface LineRedactor {
  /**
   * The line without its secrets, and without those that were found in lines before it: what becomes of a line depends on
   * the lines up to it alone, so that one which was sent stays as it is. A line without any is given back byte for byte.
   */
  redact(line: Buffer): Buffer
}

/** A redactor that has seen nothing; the rules are those of the export. */
export function createLineRedactor(): LineRedactor {
  const redactor = createRedactor()
  const treat = (value: unknown): unknown => redactor.recall(redactor.value(value))
  return {
    redact(line) {
      const { text, end } = splitEnd(line)
      const value = parse(text)
      if (value === undefined) {
        const redacted = treat(text)
        return redacted === text ? line : Buffer.from(String(redacted) + end)
      }
      const redacted = JSON.stringify(treat(value))
      return redacted === JSON.stringify(value) ? line : Buffer.from(redacted + end)
    },
  }
}

/**
 * True where a stored line is this line of a file, with marks in the place of whatever was secret by the rules of then:
 * a version that finds more, or less, takes no line for another one.
 */
export function isRedactionOf(stored: Uint8Array, line: Buffer): boolean {
  if (Buffer.compare(stored, line) === 0) return true
  const kept = splitEnd(Buffer.from(stored)).text.split(MARK)
  if (kept.length === 1) return false
  const { text } = splitEnd(line)
  const value = parse(text)
  const whole = value === undefined ? text : JSON.stringify(value)
  const [first = '', last = ''] = [kept[0], kept.at(-1)]
  if (!whole.startsWith(first) || !whole.endsWith(last)) return false
  let place = first.length
  for (const part of kept.slice(1, -1)) {
    const found = whole.indexOf(part, place)
    if (found === -1) return false
    place = found + part.length
  }
  return place <= whole.length - last.length
}

/** A number that was a password is a text with a mark in it. */
const MARK = /"?\[redacted:[^\]]{1,60}\]"?/

function splitEnd(line: Buffer): { readonly text: string; readonly end: string } {
  const whole = line.toString('utf8')
  const [end = ''] = /\r?\n?$/.exec(whole) ?? []
  return { text: whole.slice(0, whole.length - end.length), end }
}

/** Undefined for what is no JSON; no JSON text means it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
