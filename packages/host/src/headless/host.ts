import { randomUUID } from 'node:crypto'
import { type ControlRequest, encodeWireEvent, type WireEvent } from '@antiphon/core'
import { type ControlRequestEvent, type ControlSubtype, DEFAULT_MAX_LINE_BYTES } from '@antiphon/core/wire'
import type { HostAnswer } from './host-frame.ts'

/** The program at the other end of the pipe. */
export interface Host {
  /** The longest line that it can read. */
  readonly maxLineBytes: number
  /** Resolves when more may be sent. */
  send(event: WireEvent): Promise<void>
  /** Asks and waits; never throws. A question whose signal aborts is taken back. */
  ask(request: ControlRequest, signal: AbortSignal): Promise<HostAnswer>
  /** Hands in an answer; false where nobody waits for it. */
  settle(requestId: string, answer: HostAnswer): boolean
  /** The questions of a kind that wait for an answer, as they were sent. */
  pending(subtype: ControlSubtype): readonly ControlRequestEvent[]
  /** Nobody will answer any more: whoever waits is told so, and whoever asks later too. */
  leave(): void
}

type Waiting = {
  readonly sent: ControlRequestEvent
  readonly resolve: (answer: HostAnswer) => void
}

/** A host that reads what `send` writes. A question that is too long for it counts as refused. */
export function createHost(
  send: (event: WireEvent) => Promise<void>,
  maxLineBytes: number = Number.POSITIVE_INFINITY,
): Host {
  const waiting = new Map<string, Waiting>()
  let isGone = false

  function isTooLong(event: WireEvent): boolean {
    return maxLineBytes < Number.POSITIVE_INFINITY && measureLine(event) > maxLineBytes
  }

  function settle(requestId: string, answer: HostAnswer): boolean {
    const found = waiting.get(requestId)
    waiting.delete(requestId)
    found?.resolve(answer)
    return found !== undefined
  }

  return {
    maxLineBytes,
    send,
    settle,
    async ask(request, signal) {
      if (isGone) return { status: 'gone' }
      if (signal.aborted) return { status: 'cancelled' }
      const requestId = randomUUID()
      const sent = { type: 'control_request', request_id: requestId, request } as const
      if (isTooLong(sent)) return { status: 'refused', error: TOO_LONG }
      const answered = new Promise<HostAnswer>(resolve => waiting.set(requestId, { sent, resolve }))
      const cancel = (): void => {
        // The other side may still answer; nobody waits for that.
        if (settle(requestId, { status: 'cancelled' }))
          void send({ type: 'control_cancel_request', request_id: requestId })
      }
      signal.addEventListener('abort', cancel)
      await send(sent)
      const answer = await answered
      signal.removeEventListener('abort', cancel)
      return answer
    },
    pending: subtype =>
      [...waiting.values()].flatMap(({ sent }) => (sent.request.subtype === subtype ? [sent] : [])),
    leave() {
      isGone = true
      for (const requestId of [...waiting.keys()]) settle(requestId, { status: 'gone' })
    },
  }
}

/** The longest line that a host can read: the Python SDK's reader dies of a longer one, others read any. */
export function longestHostLine(env: Readonly<Record<string, string | undefined>>): number {
  return env.CLAUDE_CODE_ENTRYPOINT === 'sdk-py' ? DEFAULT_MAX_LINE_BYTES : Number.POSITIVE_INFINITY
}

/** A part of it would be answered as if it were all. */
const TOO_LONG = 'the question is longer than the host can read, so it was not asked'

/** The bytes of an event's line, if nothing of it is cut. */
export function measureLine(event: WireEvent): number {
  return Buffer.byteLength(encodeWireEvent(event, { maxLineBytes: Number.POSITIVE_INFINITY }))
}
