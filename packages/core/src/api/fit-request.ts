import type { ApiTarget } from '@antiphon/contract'
import {
  type ContentBlock,
  isServerToolResultBlock,
  isThinkingBlock,
  toContentBlocks,
} from '@antiphon/contract'
import { createUserMessage } from '../message/user-message.ts'
import { deriveUUID } from '../message/uuid.ts'
import type { ApiViewMessage } from './finish-exchange.ts'
import { mergeUserMessages } from './merge-user-messages.ts'
import { createSizes, type Sizes } from './message-sizes.ts'
import { createNote } from './note.ts'
import type { Report } from './repair.ts'
import { shrinkMessages } from './shrink-messages.ts'

/** Watches how large a request grows. What no longer fits is left out from its head, half a request at a time, so that the rest keeps its bytes for long. */
export interface SizeGuard {
  /** Counts the messages as final, except that the last may still be added to; cuts their head in place when they are too many. */
  close(output: ApiViewMessage[], report: Report): void
  /** The same for messages that are not final: they are copied before they are cut. */
  fit(output: readonly ApiViewMessage[], report: Report): readonly ApiViewMessage[]
}

/** ENV-01, ENV-15: keeps the body and the number of messages below what the target takes. */
export function createSizeGuard(target: ApiTarget): SizeGuard {
  const budget = {
    bytes: Math.floor(target.limits.bodyBytes * SHARE_OF_MESSAGES),
    messages: target.limits.messages,
  }
  const sizes = createSizes(budget)
  return {
    close(output, report) {
      sizes.measure(output)
      const start = firstThatFits(sizes, output, budget)
      if (start === 0) return
      const kept = leaveOutHead(output, start, target, report)
      output.length = 0
      for (const message of kept) output.push(message)
      sizes.forget(0)
      sizes.measure(output)
    },
    fit(output, report) {
      const closed = sizes.each.length
      sizes.measure(output)
      const start = firstThatFits(sizes, output, budget)
      const bytes = start === 0 ? sizes.total() : sumFrom(sizes.each, start)
      const fits = sizes.isSmall() || bytes <= budget.bytes
      // The last closed message may have been added to by the open exchange.
      sizes.forget(Math.max(0, closed - 1))
      const kept = start === 0 ? output : leaveOutHead(output, start, target, report)
      return fits ? kept : shrinkMessages(kept, budget.bytes, report)
    },
  }
}

/** The system prompt, the tools and the rest of the body share what the messages leave. */
const SHARE_OF_MESSAGES = 7 / 8

type Budget = { readonly bytes: number; readonly messages: number }

function firstThatFits(sizes: Sizes, output: readonly ApiViewMessage[], budget: Budget): number {
  let bytes = sizes.total()
  if ((sizes.isSmall() || bytes <= budget.bytes) && output.length <= budget.messages) return 0
  let first = 0
  for (let start = 1; start < output.length; start++) {
    bytes -= sizes.each[start - 1] ?? 0
    if (!mayBegin(output[start])) continue
    first = start
    if (bytes <= budget.bytes / 2 && output.length - start < budget.messages / 2) return first
  }
  return first
}

function sumFrom(sizes: readonly number[], start: number): number {
  let sum = 0
  for (let index = start; index < sizes.length; index++) sum += sizes[index] ?? 0
  return sum
}

function mayBegin(message: ApiViewMessage | undefined): boolean {
  if (message?.type === 'assistant') return !answersEarlierCall(message.message.content)
  return (
    message?.type === 'user' &&
    !toContentBlocks(message.message.content).some(block => block.type === 'tool_result')
  )
}

/** True where a result of the API's own tools stands without its call, which is in the answer before. */
function answersEarlierCall(content: readonly ContentBlock[]): boolean {
  const calls = new Set(content.map(block => ('id' in block ? block.id : null)))
  return content.some(block => isServerToolResultBlock(block) && !calls.has(block.tool_use_id))
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
