import { encodeServerSentEvent } from '../answer/encode-server-sent-event.ts'
import { checkHeaders } from '../check/check-headers.ts'
import { toErrorBody, toErrorHeaders } from '../check/refusal.ts'
import type { Dialect } from './dialect.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

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
