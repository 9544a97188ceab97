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
export function disturbFrames(
  frames: Iterable<Frame>,
  fault: Fault | null,
  encode: (type: string, data: string) => Frame = encodeServerSentEvent,
): Iterable<FrameStep> {
  switch (fault?.kind) {
    case 'slow-stream':
      return slowDown(frames, fault.milliseconds)
    case 'cut-stream':
      return cut(frames, fault.afterBytes)
    case 'error-event': {
      const error = { type: fault.errorType ?? 'overloaded_error', message: fault.message ?? 'Overloaded' }
      return endWith(frames, encode('error', JSON.stringify({ type: 'error', error })), fault.afterEvents)
    }
    case 'malformed-event':
      return insert(frames, encode('content_block_delta', MALFORMED), fault.afterEvents)
    case 'duplicate-message-start':
      return repeatFirst(frames)
    default:
      return pass(frames)
  }
}

const MALFORMED = '{"type":"content_block_delta","ind'

function* pass(frames: Iterable<Frame>): Generator<FrameStep, void, undefined> {
  for (const data of frames) yield { kind: 'send', data }
}

function* slowDown(frames: Iterable<Frame>, milliseconds: number): Generator<FrameStep, void, undefined> {
  for (const data of frames) {
    yield { kind: 'wait', milliseconds }
    yield { kind: 'send', data }
  }
}

function* cut(frames: Iterable<Frame>, afterBytes: number): Generator<FrameStep, void, undefined> {
  let left = afterBytes
  for (const frame of frames) {
    const data = Buffer.from(frame).subarray(0, left)
    yield { kind: 'send', data }
    left -= data.length
    if (left === 0) break
  }
  yield { kind: 'break' }
}

function* endWith(
  frames: Iterable<Frame>,
  last: Frame,
  after: number,
): Generator<FrameStep, void, undefined> {
  let sent = 0
  for (const data of frames) {
    if (sent++ === after) break
    yield { kind: 'send', data }
  }
  yield { kind: 'send', data: last }
}

function* insert(
  frames: Iterable<Frame>,
  extra: Frame,
  after: number,
): Generator<FrameStep, void, undefined> {
  let sent = 0
  for (const data of frames) {
    if (sent++ === after) yield { kind: 'send', data: extra }
    yield { kind: 'send', data }
  }
}

function* repeatFirst(frames: Iterable<Frame>): Generator<FrameStep, void, undefined> {
  let first: Frame | undefined
  let sent = 0
  for (const data of frames) {
    first ??= data
    yield { kind: 'send', data }
    if (sent++ === 1) yield { kind: 'send', data: first }
  }
}
