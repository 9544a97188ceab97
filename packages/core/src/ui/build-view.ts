import type { Message } from '../message/message.ts'
import { collectPieces } from './collect-pieces.ts'
import { collectThreads } from './collect-threads.ts'
import type { ToolGroup } from './group-tool-messages.ts'
import { judgeThreads } from './judge-threads.ts'
import type { PersonItem } from './person-item.ts'
import { threadItems } from './thread-items.ts'

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
  const threads = judgeThreads(collectThreads(collectPieces(messages)))
  const children = new Map<ToolGroup, readonly PersonItem[]>()
  let items: PersonItem[] = []
  // Backwards from the deepest thread to the main one, each is ready before the call above it is told.
  for (const thread of threads.toReversed()) {
    items = threadItems({ thread, children }).filter(item => isShown(item, options))
    if (thread.callAbove) children.set(thread.callAbove, items)
  }
  return items
}

function isShown(item: PersonItem, options: PersonViewOptions): boolean {
  const { includeMeta = false, includeVirtual = true, includeRetracted = false } = options
  if (item.kind === 'meta' && !includeMeta) return false
  if (item.isVirtual && !includeVirtual) return false
  return !item.isRetracted || includeRetracted
}
