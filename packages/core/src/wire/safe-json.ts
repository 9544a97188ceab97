import { limitDepth } from './json-text.ts'

/** JSON that is safe to print on a terminal and parses to the same value; what is nested too deep becomes a note. */
export function safeJson(value: unknown, space?: number): string {
  return escapeControls(stringify(value, space) ?? 'null')
}

function stringify(value: unknown, space: number | undefined): string | undefined {
  try {
    return JSON.stringify(value, null, space)
  } catch (error) {
    // A file may nest deeper than the stack reaches.
    if (!(error instanceof RangeError)) throw error
    return JSON.stringify(limitDepth(value, MAX_DEPTH), null, space)
  }
}

const MAX_DEPTH = 400

/** JSON escapes only what is below U+0020; terminals obey some of what is above, too. */
export function escapeControls(json: string): string {
  return json.replace(OBEYED, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const OBEYED = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
