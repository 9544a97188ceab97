/** Deeper than any real message, and shallow enough for every recursion, `JSON.stringify`'s too. */
const MAX_DEPTH = 500

/** A copy of a JSON value in which what lies deeper than 500 levels is a note. */
export function limitDepth(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return '… [nested too deep, cut]'
  if (Array.isArray(value)) return value.map(item => limitDepth(item ?? null, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, limitDepth(item, depth + 1)]),
  )
}
