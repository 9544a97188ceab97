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
    return JSON.stringify(cutDepth(value, 0), null, space)
  }
}

const MAX_DEPTH = 400

function cutDepth(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return '… [nested too deep, cut]'
  if (Array.isArray(value)) return value.map(item => cutDepth(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutDepth(item, depth + 1)]))
}

/** JSON escapes only what is below U+0020; terminals obey some of what is above, too. */
export function escapeControls(json: string): string {
  return json.replace(OBEYED, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const OBEYED = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
