/** The headers in which the API says what is left of the rate limits; the simulator's are never used up. */
export function rateLimitHeaders(now: number): Readonly<Record<string, string>> {
  const second = Math.floor(now / 1000) + 1
  // They are the same for all answers of a second.
  if (last?.second !== second) last = { second, headers: computeHeaders(second) }
  return last.headers
}

let last: { readonly second: number; readonly headers: Readonly<Record<string, string>> } | undefined

const LIMITS = { requests: 4000, tokens: 2_400_000, 'input-tokens': 2_000_000, 'output-tokens': 400_000 }

function computeHeaders(second: number): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const reset = new Date(second * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
  for (const [name, limit] of Object.entries(LIMITS)) {
    headers[`anthropic-ratelimit-${name}-limit`] = String(limit)
    headers[`anthropic-ratelimit-${name}-remaining`] = String(limit)
    headers[`anthropic-ratelimit-${name}-reset`] = reset
  }
  return headers
}
