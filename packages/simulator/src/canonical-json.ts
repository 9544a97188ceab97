/**
 * A JSON value as text that is the same for what the API takes as the same: keys in order, no cache marks, and of
 * a URL only that there is one, since a signed link may change while its bytes do not.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(toCanonical(value)) ?? 'null'
}

function toCanonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCanonical)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([key]) => key !== 'cache_control')
  const isUrl = fields.some(([key, field]) => key === 'type' && field === 'url')
  return Object.fromEntries(
    fields
      .filter(([key]) => !(isUrl && key === 'url'))
      .sort(([first], [second]) => (first < second ? -1 : 1))
      .map(([key, field]) => [key, toCanonical(field)]),
  )
}
