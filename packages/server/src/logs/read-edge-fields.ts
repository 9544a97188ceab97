/** The plain fields of a line that is too long to be read, as far as its ends tell them. */
export type EdgeFields = Readonly<Record<string, string | number | boolean | null>>

/**
 * Reads the fields at the beginning and at the end of an object of which the middle is missing: those before the first
 * and behind the last that is no short text, number or the like. What stands between them is nobody's guess.
 */
export function readEdgeFields(head: string, tail: string): EdgeFields {
  return { ...readTail(tail), ...readHead(head) }
}

const VALUE = String.raw`"(?:[^"\\]|\\.){0,400}"|true|false|null|-?\d{1,20}(?:\.\d{1,20})?`
const FIRST = new RegExp(String.raw`\s*"(\w{1,60})"\s*:\s*(${VALUE})\s*,`, 'y')
// Read backwards, a quotation mark must not be one that was escaped: no text with a backslash is taken.
const LAST = /,\s*"(\w{1,60})"\s*:\s*("[^"\\]{0,400}"|true|false|null|-?\d{1,20}(?:\.\d{1,20})?)\s*$/
const LONGEST_PAIR = 1000

function readHead(text: string): EdgeFields {
  const fields: Record<string, EdgeFields[string]> = {}
  FIRST.lastIndex = text.indexOf('{') + 1
  for (let found = FIRST.exec(text); found; found = FIRST.exec(text)) add(fields, found)
  return fields
}

function readTail(text: string): EdgeFields {
  const fields: Record<string, EdgeFields[string]> = {}
  let end = text.trimEnd()
  if (!end.endsWith('}')) return fields
  end = end.slice(0, -1)
  for (let found = findLast(end); found; found = findLast(end)) {
    add(fields, found)
    end = end.slice(0, end.length - found[0].length)
  }
  return fields
}

function findLast(text: string): RegExpExecArray | null {
  return LAST.exec(text.slice(-LONGEST_PAIR))
}

function add(fields: Record<string, EdgeFields[string]>, [, name = '', value = '']: RegExpExecArray): void {
  try {
    // The pattern takes nothing but plain values.
    if (!Object.hasOwn(fields, name)) fields[name] = JSON.parse(value) as EdgeFields[string]
  } catch {
    // A text with an escape that means nothing is no field.
  }
}
