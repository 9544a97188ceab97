import { isObject } from '@antiphon/contract'
import { type Checked, refuse } from './refusal.ts'

/** The body of a request to count: it holds nothing that is only about an answer (sub2api#4913 for `max_tokens`). */
export function checkCountFields<T>(sent: T): Checked<T> {
  const extra = isObject(sent) ? Object.keys(sent).find(field => ANSWER_FIELDS.has(field)) : undefined
  if (extra === undefined) return { ok: true, value: sent }
  return refuse({
    status: 400,
    errorType: 'invalid_request_error',
    message: `${extra}: Extra inputs are not permitted`,
    rule: 'ENV-10',
    path: extra,
  })
}

/** What the SDK's types have for an answer and not for a count, in 1.8.0; the contract judges all other fields. */
const ANSWER_FIELDS: ReadonlySet<string> = new Set([
  ...['container', 'diagnostics', 'fallback_credit_token', 'fallbacks', 'inference_geo', 'max_tokens'],
  ...['metadata', 'service_tier', 'stop_sequences', 'stream', 'temperature', 'thread', 'top_k', 'top_p'],
  'user_profile_id',
])
