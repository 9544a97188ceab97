import { isObject } from '@antiphon/contract'
import { type ScannedMessage, scanMessages } from '@antiphon/core/log'
import { estimateTokens } from '@antiphon/core/usage'
import { NODE_BYTE_TEXT } from '@antiphon/transcript'
import { readText } from './read-text.ts'

/** A call of a tool and how large its result is. */
export type ScannedCall = {
  readonly id: string
  /** Null where the call itself was not seen. */
  readonly name: string | null
  /** What the model reads of the result, estimated by its size; null where no result was seen. */
  readonly resultTokens: number | null
  readonly at: string | null
}

/** The calls and results that whole lines hold. */
export function scanToolCalls(bytes: Buffer): readonly ScannedCall[] {
  const calls: ScannedCall[] = []
  for (const message of scanMessages(bytes, NODE_BYTE_TEXT)) {
    if (!Array.isArray(message.content)) continue
    for (const block of message.content) {
      const call = toToolCall(block, message)
      if (call) calls.push(call)
    }
  }
  return calls
}

function toToolCall(block: unknown, { timestamp }: ScannedMessage): ScannedCall | null {
  if (!isObject(block)) return null
  const at = timestamp ?? null
  if (block.type === 'tool_use') {
    const [id, name] = [readText(block, 'id'), readText(block, 'name')]
    return id === undefined || name === undefined ? null : { id, name, resultTokens: null, at }
  }
  const id = block.type === 'tool_result' ? readText(block, 'tool_use_id') : undefined
  return id === undefined ? null : { id, name: null, resultTokens: estimateTokens(block.content), at }
}
