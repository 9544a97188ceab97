import { isObject } from '@antiphon/contract'

/** As much of an object as its beginning tells; empty where that is nothing. */
export function parsePartialJson(text: string): Readonly<Record<string, unknown>> {
  const { closers, lastComma } = scan(text)
  const whole = parse(text, closers)
  if (whole || lastComma === null) return whole ?? {}
  const begun = text.slice(0, lastComma)
  return parse(begun, scan(begun).closers) ?? {}
}

type Scan = {
  /** What would end the text as it stands. */
  readonly closers: string
  /** Where the last whole member ends. */
  readonly lastComma: number | null
}

function scan(text: string): Scan {
  const open: string[] = []
  let isInString = false
  let isEscaped = false
  let lastComma: Scan['lastComma'] = null
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isInString) {
      if (isEscaped) isEscaped = false
      else if (character === '\\') isEscaped = true
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']')
    else if (character === '}' || character === ']') open.pop()
    else if (character === ',') lastComma = at
  }
  // An escape that is not finished would swallow the quotation mark.
  return { closers: `${isInString ? '"' : ''}${open.toReversed().join('')}`, lastComma }
}

function parse(text: string, closers: string): Readonly<Record<string, unknown>> | null {
  const begun = closers.startsWith('"') ? text.replace(UNFINISHED_ESCAPE, '') : text
  try {
    const value: unknown = JSON.parse(begun + closers)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const UNFINISHED_ESCAPE = /(?<=(?:^|[^\\])(?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/
