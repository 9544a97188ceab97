import { encodeServerSentEvent } from '../answer/encode-server-sent-event.ts'
import type { Fault } from './fault.ts'

/** A piece of a stream that stands for one event. */
export type Frame = string | Uint8Array

/** What a stream does next: send something, wait, or break off. */
export type FrameStep =
  | { readonly kind: 'send'; readonly data: Frame }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'break' }

/** The frames of a stream with a fault in them; what the fault adds is framed as the rest. */
export function* disturbFrames(
  frames: Iterable<Frame>,
  fault: Fault | null,
  encode: (type: string, data: string) => Frame = encodeServerSentEvent,
): Generator<FrameStep, void, undefined> {
  let left = fault?.kind === 'cut-stream' ? fault.afterBytes : 0
  let first: Frame | undefined
  let sent = 0
  for (const frame of frames) {
    first ??= frame
    if (fault?.kind === 'slow-stream') yield { kind: 'wait', milliseconds: fault.milliseconds }
    if (fault?.kind === 'error-event' && sent === fault.afterEvents) break
    if (fault?.kind === 'malformed-event' && sent === fault.afterEvents)
      yield { kind: 'send', data: encode('content_block_delta', MALFORMED) }
    const data = fault?.kind === 'cut-stream' ? Buffer.from(frame).subarray(0, left) : frame
    yield { kind: 'send', data }
    if (fault?.kind === 'duplicate-message-start' && sent === 1) yield { kind: 'send', data: first }
    left -= data.length
    if (fault?.kind === 'cut-stream' && left === 0) break
    sent++
  }
  if (fault?.kind === 'cut-stream') yield { kind: 'break' }
  if (fault?.kind !== 'error-event') return
  const error = { type: fault.errorType ?? 'overloaded_error', message: fault.message ?? 'Overloaded' }
  yield { kind: 'send', data: encode('error', JSON.stringify({ type: 'error', error })) }
}

const MALFORMED = '{"type":"content_block_delta","ind'
