import type { RequestRecord } from '../request-log/request-record.ts'

/** A request in a few words: `request 2 (POST /v1/messages): 400 TUP-01 at messages.1`. */
export function describeRecord({ number, method, path, status, refusal }: RequestRecord): string {
  const rule = refusal?.rule === undefined ? '' : ` ${refusal.rule}`
  const place = refusal?.path === undefined || refusal.path === '' ? '' : ` at ${refusal.path}`
  return `request ${number} (${method} ${path}): ${status === 0 ? 'no answer' : status}${rule}${place}`
}
