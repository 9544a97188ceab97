import type { AnswerMessage } from './answer-message.ts'
import { encodeServerSentEvent } from './encode-server-sent-event.ts'
import { stringifyEvent } from './stringify-event.ts'
import { toStreamEvents } from './to-stream-events.ts'

export type ToFramesOptions = {
  /** The last call breaks off in the middle of its input, as it does when the tokens are used up. */
  readonly isCutInCall?: boolean
  /** How an event becomes a frame; a server-sent event unless told. */
  readonly encode?: (type: string, data: string) => string | Uint8Array
}

/** A message as the frames of a stream. */
export function* toFrames(
  message: AnswerMessage,
  options: ToFramesOptions = {},
): Generator<string | Uint8Array, void, undefined> {
  const { encode = encodeServerSentEvent } = options
  for (const event of toStreamEvents(message, options)) yield encode(event.type, stringifyEvent(event))
}
