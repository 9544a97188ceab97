import type { Message } from '../message/message.ts'
import { collectPieces, type MessagePiece } from './collect-pieces.ts'
import { collectThreads } from './collect-threads.ts'
import type { ToolGroup } from './group-tool-messages.ts'
import { judgeThreads } from './judge-threads.ts'
import type { MessageSplitter } from './normalize-messages.ts'
import type { PersonItem } from './person-item.ts'
import { isRetry, threadItems } from './thread-items.ts'

export type PersonViewOptions = {
  /** What was made for the model or the program; hidden unless asked for. */
  readonly includeMeta?: boolean
  /** What is shown to people and never sent; shown unless refused. */
  readonly includeVirtual?: boolean
  /** What was taken back; hidden unless asked for. */
  readonly includeRetracted?: boolean
}

/**
 * What a person sees of a log, in its order: every call with its hooks, result and subagent in one place,
 * everything else as an item of its kind. Any values may stand in the log; lines that are no message show
 * nothing.
 */
export function buildPersonView(messages: readonly Message[], options: PersonViewOptions = {}): PersonItem[] {
  return [...tellMessages(messages, options).items]
}

/** What is told of values in their order. */
export type ToldMessages = {
  readonly items: readonly PersonItem[]
  readonly pieces: readonly MessagePiece[]
  /** Whether what comes behind them can change it: a call of the conversation runs, or the next attempt may follow. */
  readonly isOpen: boolean
}

/** The person's view of values, named by a splitter that may go on from others. */
export function tellMessages(
  values: readonly unknown[],
  options: PersonViewOptions,
  splitter?: MessageSplitter,
): ToldMessages {
  const pieces = collectPieces(values, splitter)
  const threads = judgeThreads(collectThreads(pieces))
  const children = new Map<ToolGroup, readonly PersonItem[]>()
  let items: PersonItem[] = []
  let isOpen = false
  // Backwards from the deepest thread to the main one, each is ready before the call above it is told.
  for (const thread of threads.toReversed()) {
    const all = threadItems({ thread, children })
    isOpen = isRetry(all.at(-1)) || [...thread.statuses.values()].includes('running')
    items = all.filter(item => isShown(item, options))
    if (thread.callAbove) children.set(thread.callAbove, items)
  }
  return { items, pieces, isOpen }
}

function isShown(item: PersonItem, options: PersonViewOptions): boolean {
  const { includeMeta = false, includeVirtual = true, includeRetracted = false } = options
  if (item.kind === 'meta' && !includeMeta) return false
  if (item.isVirtual && !includeVirtual) return false
  return !item.isRetracted || includeRetracted
}
