import { hash } from 'node:crypto'

/** The trace of a turn: the same each time that the session is told, so that telling it twice tells it once. */
export function toTraceId(session: string, prompt: string): string {
  return hash('sha256', ['trace', session, prompt].join('\0'), 'hex').slice(0, 32)
}

/** The span of a piece of a session, by what it is and its own id. */
export function toSpanId(session: string, kind: string, id: string): string {
  return hash('sha256', [kind, session, id].join('\0'), 'hex').slice(0, 16)
}

/** The work of somebody else that this one is a part of, as `TRACEPARENT` tells it; null where it tells none. */
export function readTraceParent(
  text: string | undefined,
): { readonly traceId: string; readonly spanId: string } | null {
  const [, traceId = '', spanId = ''] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/.exec(text ?? '') ?? []
  // All zeros stand for none (W3C Trace Context).
  return /[^0]/.test(traceId) && /[^0]/.test(spanId) ? { traceId, spanId } : null
}
