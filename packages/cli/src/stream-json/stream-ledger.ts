import { isObject } from '@antiphon/contract'
import { createUsageLedger, type WireEvent } from '@antiphon/core'
import type { CountedAnswer } from '@antiphon/core/usage'

export interface StreamLedger {
  event(event: WireEvent): void
  answers(): readonly CountedAnswer[]
}

/**
 * What the answers of a stream tell of their usage. The blocks of one answer are events with one id that each tell
 * the usage again; with partial messages the stream also tells how long it became.
 */
export function createStreamLedger(): StreamLedger {
  const ledger = createUsageLedger()
  // Answers of subagents stream between those of the conversation.
  const open = new Map<unknown, { readonly id: string; readonly model: string }>()

  function add(session: unknown, message: unknown): { readonly id: string; readonly model: string } | null {
    if (!isObject(message) || !isObject(message.usage)) return null
    const model = typeof message.model === 'string' ? message.model : 'unknown model'
    const answer = { id: `${toText(session)}/${toText(message.id)}`, model }
    ledger.add({ ...answer, usage: message.usage })
    return answer
  }

  function addStreamed(event: Extract<WireEvent, { readonly type: 'stream_event' }>): void {
    const inner: unknown = event.event
    if (!isObject(inner)) return
    if (inner.type === 'message_start') {
      const answer = add(event.session_id, inner.message)
      if (answer) open.set(event.parent_tool_use_id, answer)
    }
    const answer = open.get(event.parent_tool_use_id)
    if (answer && inner.type === 'message_delta') ledger.add({ ...answer, usage: inner.usage })
  }

  return {
    event(event) {
      if (event.type === 'assistant') add(event.session_id, event.message)
      if (event.type === 'stream_event') addStreamed(event)
    },
    answers: ledger.answers,
  }
}

/** What is no text is no name; hostile objects throw when they are made one. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
