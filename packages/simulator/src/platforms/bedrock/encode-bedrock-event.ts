import type { AnswerMessage } from '../../answer/answer-message.ts'
import type { EncodeEvent } from '../dialect.ts'
import { toExceptionName } from './bedrock-errors.ts'
import { encodeEventStreamFrame } from './encode-event-stream-frame.ts'

/** Frames the events of a message as Bedrock does: each in base64 as a `chunk`, an error as an exception. */
export function createBedrockEncoder(message: AnswerMessage): EncodeEvent {
  return (type, data) => {
    if (type === 'error') return encodeException(data)
    return encodeChunk(type === 'message_stop' ? withMetrics(data, message) : data)
  }
}

const JSON_TYPE = { ':content-type': 'application/json' }

function encodeChunk(data: string): Uint8Array {
  const payload = JSON.stringify({ bytes: Buffer.from(data).toString('base64') })
  return encodeEventStreamFrame(
    { ':event-type': 'chunk', ...JSON_TYPE, ':message-type': 'event' },
    Buffer.from(payload),
  )
}

function encodeException(data: string): Uint8Array {
  // Our own error event; see disturb-frames.ts.
  const { error } = JSON.parse(data) as {
    readonly error: { readonly type: string; readonly message: string }
  }
  const name = toExceptionName(error.type, 'ModelStreamErrorException')
  const type = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
  return encodeEventStreamFrame(
    { ':exception-type': type, ...JSON_TYPE, ':message-type': 'exception' },
    Buffer.from(JSON.stringify({ message: error.message })),
  )
}

/** Bedrock counts in the last event what the answer cost. */
function withMetrics(data: string, { usage }: AnswerMessage): string {
  const metrics = {
    inputTokenCount: usage.input_tokens,
    outputTokenCount: usage.output_tokens,
    invocationLatency: 1,
    firstByteLatency: 1,
    cacheReadInputTokenCount: usage.cache_read_input_tokens ?? 0,
    cacheWriteInputTokenCount: usage.cache_creation_input_tokens ?? 0,
  }
  return JSON.stringify({ ...(JSON.parse(data) as object), 'amazon-bedrock-invocationMetrics': metrics })
}
