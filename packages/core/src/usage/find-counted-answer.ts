import { isObject } from '@antiphon/contract'
import type { Message } from '../message/message.ts'
import { isAssistantMessage, isCompactBoundaryMessage } from '../message/message-guards.ts'
import { readString, readStrings } from '../message/read-field.ts'
import { countPromptTokens, toUsageSum, type UsageSum } from './usage-sum.ts'

export type CountedContext = {
  /** Where the answer stands. */
  readonly index: number
  readonly usage: UsageSum
  /** What it read and wrote: the context at that point. */
  readonly tokens: number
}

/** The last answer whose usage tells how full the context is; null right after a compaction. */
export function findCountedAnswer(messages: readonly Message[]): CountedContext | null {
  const first = findFirstNew(messages)
  for (let index = messages.length - 1; index >= first; index--) {
    const message = messages[index]
    if (!isAssistantMessage(message) || message.isApiErrorMessage === true) continue
    // Damaged files hold answers without a message.
    const usage = toUsageSum(isObject(message.message) ? message.message.usage : undefined)
    const read = countPromptTokens(usage)
    // With a cold cache everything that was read may be in its creation.
    if (read > 0) return { index, usage, tokens: read + usage.output_tokens }
  }
  return null
}

/** What a compaction kept was counted when more stood before it. */
function findFirstNew(messages: readonly Message[]): number {
  const boundary = messages.findLastIndex(isCompactBoundaryMessage)
  if (boundary === -1) return 0
  const kept = readKept(messages[boundary])
  const last = messages.findLastIndex(
    (message, index) => index > boundary && kept.has(readString(message, 'uuid') ?? ''),
  )
  return Math.max(boundary, last) + 1
}

function readKept(boundary: unknown): ReadonlySet<string> {
  const metadata = isObject(boundary) && isObject(boundary.compactMetadata) ? boundary.compactMetadata : {}
  const { preservedSegment: segment, preservedMessages: named } = metadata
  const tail = readString(segment, 'tailUuid')
  return new Set([
    ...(tail === undefined ? [] : [tail]),
    ...readStrings(named, 'uuids'),
    ...readStrings(named, 'allUuids'),
  ])
}
