import { encodeServerSentEvent } from '../answer/encode-server-sent-event.ts'
import { checkHeaders } from '../check/check-headers.ts'
import { toErrorBody, toErrorHeaders } from '../check/refusal.ts'
import type { Dialect } from './dialect.ts'

let last: { readonly second: number; readonly headers: Readonly<Record<string, string>> } | undefined

const LIMITS = { requests: 4000, tokens: 2_400_000, 'input-tokens': 2_000_000, 'output-tokens': 400_000 }

/** The Claude API itself. */
export const anthropicDialect: Dialect = {
  platform: 'anthropic',
  idMark: null,
  requestIdHeader: 'request-id',
  open({ headers, parse, ...options }) {
    const checked = checkHeaders(headers, options)
    if (!checked.ok) return checked
    const parsed = parse()
    return parsed.ok ? { ok: true, value: { sent: parsed.value, ...checked.value } } : parsed
  },
  translate: refusal => refusal,
  toErrorBody,
  toErrorHeaders,
  toAnswerHeaders: (_, now) => rateLimitHeaders(now),
  streamType: 'text/event-stream; charset=utf-8',
  createEncoder: () => encodeServerSentEvent,
}

/** The headers in which the API says what is left of the rate limits; the simulator's are never used up. */
function rateLimitHeaders(now: number): Readonly<Record<string, string>> {
  const second = Math.floor(now / 1000) + 1
  // They are the same for all answers of a second.
  if (last?.second !== second) last = { second, headers: computeHeaders(second) }
  return last.headers
}

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
