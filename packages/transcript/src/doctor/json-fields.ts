/**
 * The text of a JSON object with some of its own fields set, everything else as it was, to the byte: numbers that no
 * parser keeps, escapes and the order of fields stay. A new field goes to the front. `text` must be one valid object.
 */
export function setJsonFields(text: string, values: Readonly<Record<string, unknown>>): string {
  const fields = findJsonFields(text)
  let result = text
  // From the end, so that what was found before stays in its place.
  for (const { name, start, end } of fields.toReversed())
    if (Object.hasOwn(values, name))
      result = result.slice(0, start) + JSON.stringify(values[name]) + result.slice(end)
  const found = new Set(fields.map(({ name }) => name))
  const added = Object.entries(values).filter(([name]) => !found.has(name))
  if (added.length === 0) return result
  const open = result.indexOf('{') + 1
  const front = added.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')
  return `${result.slice(0, open)}${front}${fields.length > 0 ? ',' : ''}${result.slice(open)}`
}

/** A field of an object as its text has it. */
export type JsonField = {
  readonly name: string
  /** Where its value begins and ends. */
  readonly start: number
  readonly end: number
}

/** The object's own fields in the order of the text; what is inside of them may be of any depth. */
export function findJsonFields(text: string): readonly JsonField[] {
  const fields: JsonField[] = []
  let position = text.indexOf('{') + 1
  for (;;) {
    const key = text.indexOf('"', position)
    if (key === -1) return fields
    const keyEnd = skipString(text, key)
    const start = skipBlanks(text, text.indexOf(':', keyEnd) + 1)
    const end = skipValue(text, start)
    fields.push({ name: String(JSON.parse(text.slice(key, keyEnd))), start, end })
    position = skipBlanks(text, end)
    if (text[position] !== ',') return fields
  }
}

function skipBlanks(text: string, from: number): number {
  let position = from
  while (' \t\r\n'.includes(text[position] ?? '-')) position++
  return position
}

function skipString(text: string, from: number): number {
  let position = from + 1
  while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1
  return position + 1
}

function skipValue(text: string, from: number): number {
  let depth = 0
  let position = from
  while (position < text.length) {
    const character = text[position] ?? ''
    if (character === '"') {
      position = skipString(text, position)
      if (depth === 0) return position
      continue
    }
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      if (depth === 0) return position
      if (--depth === 0) return position + 1
    } else if (depth === 0 && (character === ',' || ' \t\r\n'.includes(character))) return position
    position++
  }
  return position
}
