import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import type { UUID } from '../message/uuid.ts'
import { type BuildConversationOptions, type Conversation, listSessionIds } from './build-conversation.ts'
import { collectTitles } from './collect-titles.ts'
import type { Entry } from './entry.ts'
import { findUnread } from './find-unread.ts'
import { type FollowedLog, followLog, readSessionId } from './follow-log.ts'
import { type LogNode, NO_PARENT } from './log-node.ts'
import { createRepairReport, type LogRepairRule, type ReportRepair } from './log-repair.ts'
import { recoverParallelEntries } from './recover-parallel-entries.ts'
import type { Unread } from './tail-inquiry.ts'

/** What the model reads when a conversation goes on, and what else its part of the log tells. */
export type LiveContext = Pick<
  Conversation,
  'messages' | 'leaf' | 'records' | 'titles' | 'sessionIds' | 'report'
> & {
  /** For each message the index of its entry among those that the caller handed in. */
  readonly positions: readonly number[]
  /** Every message that the entries hold, on the chain or not. */
  readonly uuids: ReadonlySet<UUID>
}

/** The live context; or what has to be read before it can be told. */
export type LiveContextReading = FoundContext | { readonly status: 'unread'; readonly unread: Unread }

export type FoundContext = { readonly status: 'found'; readonly context: LiveContext }

export type LiveContextOptions = Omit<BuildConversationOptions, 'sessionId'> & {
  /** True where nothing stands before the entries. */
  readonly isWhole: boolean
}

/**
 * Reads the end of a log as what `sliceFromLastCompactBoundary` gives of the whole. That takes a log whose unread part
 * neither names nor repeats what was read, as is so where entries are appended: what one names was written before it.
 * What is wrong before the boundary is not reported.
 */
export function buildLiveContext(
  entries: readonly Entry[],
  options: LiveContextOptions & { readonly isWhole: true },
): FoundContext
export function buildLiveContext(entries: readonly Entry[], options: LiveContextOptions): LiveContextReading
export function buildLiveContext(entries: readonly Entry[], options: LiveContextOptions): LiveContextReading {
  const { isWhole, leafUuid } = options
  const openLinks = new Map<number, readonly UUID[]>()
  const repairs: Parameters<ReportRepair>[0][] = []
  const log = followLog(entries, {
    leafUuid,
    addRepair: repair => void repairs.push(repair),
    ...(!isWhole && { onOpen: (index, names) => void openLinks.set(index, names) }),
  })
  const whole = recoverParallelEntries(log.tree, log.path)
  const start = whole.findLastIndex(index => isCompactBoundaryMessage(log.nodes[index]?.entry))
  const live = start === -1 ? whole : whole.slice(start)
  if (!isWhole) {
    const rules = new Set<LogRepairRule>(repairs.map(({ rule }) => rule))
    const unread = findUnread({ log, openLinks, rules, leafUuid, live })
    if (typeof unread === 'string' || unread.size > 0) return { status: 'unread', unread }
  }
  const { report, addRepair } = createRepairReport(options.offsets)
  const boundary = log.nodes[start === -1 ? NO_PARENT : (live[0] ?? NO_PARENT)]
  for (const repair of repairs) if (isLiveRepair(repair, boundary)) addRepair(repair)
  return { status: 'found', context: { ...describe(log, live), report } }
}

/** True for what was done behind the boundary, and for what the boundary kept. */
function isLiveRepair(
  { rule, position }: Parameters<ReportRepair>[0],
  boundary: LogNode | undefined,
): boolean {
  if (position === undefined || !boundary || position > boundary.position) return true
  return position === boundary.position && rule === 'preserved-segment'
}

function describe(
  { nodes, byUuid, records, leaf }: FollowedLog,
  live: readonly number[],
): Omit<LiveContext, 'report'> {
  const liveNodes = live.flatMap(index => nodes[index] ?? [])
  return {
    messages: liveNodes.map(({ entry }) => entry),
    positions: liveNodes.map(({ position }) => position),
    leaf: nodes[leaf]?.entry,
    records: records.map(({ record }) => record),
    titles: collectTitles({ records, byUuid, sessionId: readSessionId(nodes[leaf]) }),
    sessionIds: listSessionIds(nodes),
    uuids: new Set(byUuid.keys()),
  }
}
