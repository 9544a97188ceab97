import { isThinkingBlock, toContentBlocks } from '../message/content-block.ts'
import { createUserMessage } from '../message/user-message.ts'
import { deriveUUID } from '../message/uuid.ts'
import type { ApiTarget } from './contract/api-target.ts'
import { jsonBytes } from './contract/json-bytes.ts'
import type { ApiViewMessage } from './finish-exchange.ts'
import { mergeUserMessages } from './merge-user-messages.ts'
import { createNote } from './note.ts'
import type { Report } from './repair.ts'
import { shrinkMessages } from './shrink-messages.ts'

/** Watches how large a request grows. What no longer fits is left out from its head, half a request at a time, so that the rest keeps its bytes for long. */
export interface SizeGuard {
  /** Counts the messages as final, except that the last may still be added to. */
  close(output: readonly ApiViewMessage[]): void
  fit(output: readonly ApiViewMessage[], report: Report): readonly ApiViewMessage[]
}

/** ENV-01, ENV-15: keeps the body and the number of messages below what the target takes. */
export function createSizeGuard(target: ApiTarget): SizeGuard {
  const budget = {
    bytes: Math.floor(target.limits.bodyBytes * SHARE_OF_MESSAGES),
    messages: target.limits.messages,
  }
  const closed: Window = { start: 0, bytes: 0, sizes: [] }
  return {
    close(output) {
      measure(closed, output)
      slide(closed, output, budget)
    },
    fit(output, report) {
      const window = { ...closed }
      const { length } = closed.sizes
      const last = closed.sizes[length - 1]
      measure(window, output)
      slide(window, output, budget)
      // The sizes are shared, so that an open exchange costs no copy of all that came before it.
      closed.sizes.length = length
      if (last !== undefined) closed.sizes[length - 1] = last
      if (window.start === 0 && window.bytes <= budget.bytes) return output
      const kept = leaveOutHead(output, window.start, target, report)
      return window.bytes <= budget.bytes ? kept : shrinkMessages(kept, budget.bytes, report)
    },
  }
}

/** The system prompt, the tools and the rest of the body share what the messages leave. */
const SHARE_OF_MESSAGES = 7 / 8

/** The messages from `start` on are sent; together they have `bytes`. */
type Window = { start: number; bytes: number; readonly sizes: number[] }

type Budget = { readonly bytes: number; readonly messages: number }

function measure(window: Window, output: readonly ApiViewMessage[]): void {
  // The last message that was measured may have been added to since.
  for (let index = Math.max(0, window.sizes.length - 1); index < output.length; index++) {
    const bytes = jsonBytes(output[index]?.message.content) + ENVELOPE_BYTES
    if (index >= window.start) window.bytes += bytes - (window.sizes[index] ?? 0)
    window.sizes[index] = bytes
  }
}

/** `{"role":"assistant","content":},` */
const ENVELOPE_BYTES = 33

function slide(window: Window, output: readonly ApiViewMessage[], budget: Budget): void {
  if (window.bytes <= budget.bytes && output.length - window.start < budget.messages) return
  let bytes = window.bytes
  for (let start = window.start + 1; start < output.length; start++) {
    bytes -= window.sizes[start - 1] ?? 0
    if (!mayBegin(output[start])) continue
    window.start = start
    window.bytes = bytes
    if (bytes <= budget.bytes / 2 && output.length - start <= budget.messages / 2) return
  }
}

function mayBegin(message: ApiViewMessage | undefined): boolean {
  if (message?.type === 'assistant') return true
  return (
    message?.type === 'user' &&
    !toContentBlocks(message.message.content).some(block => block.type === 'tool_result')
  )
}

function leaveOutHead(
  output: readonly ApiViewMessage[],
  start: number,
  target: ApiTarget,
  report: Report,
): readonly ApiViewMessage[] {
  const first = output[start]
  if (start === 0 || !first) return output
  const detail = `${start} earlier messages left out: the request would be larger than the API takes`
  report({ rule: 'ENV-01', action: 'removed', index: -1, uuid: output[0]?.uuid ?? null, detail })
  const note = createUserMessage({
    content: [createNote(detail)],
    isMeta: true,
    uuid: deriveUUID(first.uuid.padEnd(24, '0'), NOTE_PART),
    timestamp: first.timestamp,
  })
  const rest =
    first.type === 'user'
      ? [mergeUserMessages(note, first), ...output.slice(start + 1)]
      : [note, ...output.slice(start)]
  return target.modelFacts.prefixCheck === false ? rest : rest.map(withoutThinking)
}

const NOTE_PART = 0xd0000

/** THK-20: what the thinking is bound to is no longer there. */
function withoutThinking(message: ApiViewMessage): ApiViewMessage {
  if (message.type !== 'assistant' || !message.message.content.some(isThinkingBlock)) return message
  const content = message.message.content.filter(block => !isThinkingBlock(block))
  const kept = content.length > 0 ? content : [createNote('thinking left out')]
  return { ...message, message: { ...message.message, content: kept } }
}
