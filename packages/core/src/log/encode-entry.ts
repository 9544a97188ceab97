import type { Entry } from './entry.ts'
import { stringifyJson } from './stringify-json.ts'

/**
 * One entry as the line that is appended to a log, newline included. Keys keep their order; half a surrogate
 * pair and the separators U+2028 and U+2029 are escaped, so that strict and line-splitting readers take it.
 */
export function encodeEntry(entry: Entry): string {
  return `${stringifyJson(entry).replace(LINE_SEPARATORS, escapeCharacter)}\n`
}

const LINE_SEPARATORS = /[\u2028\u2029]/g

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`
}
