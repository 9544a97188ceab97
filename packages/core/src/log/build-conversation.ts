import type { UUID } from '../message/uuid.ts'
import { type ConversationTitles, collectTitles } from './collect-titles.ts'
import type { Entry, UnknownEntry } from './entry.ts'
import { followLog, readSessionId } from './follow-log.ts'
import { type Branch, listBranches, type Sidechain } from './list-branches.ts'
import type { LogNode } from './log-node.ts'
import { createRepairReport, type LogRepair } from './log-repair.ts'
import type { RecordEntry } from './record-entry.ts'
import { recoverParallelEntries } from './recover-parallel-entries.ts'
import type { TranscriptEntry } from './transcript-entry.ts'
import { weaveGuests } from './weave-guests.ts'

/** A log read as a conversation. Every message of it is in `messages`, `branches`, `sidechains` or `progress`, or in the report. */
export type Conversation = {
  /** From the root to the leaf, across compactions; `sliceFromLastCompactBoundary` gives what the model reads. */
  readonly messages: readonly TranscriptEntry[]
  /** The same with subagents' messages and progress between them: the log as a person reads it. */
  readonly woven: readonly WovenMessage[]
  /** Where the next message hangs. */
  readonly leaf: TranscriptEntry | undefined
  readonly branches: readonly Branch[]
  readonly sidechains: readonly Sidechain[]
  /** Only in files of versions that stored it. */
  readonly progress: readonly TranscriptEntry[]
  readonly records: readonly RecordEntry[]
  readonly unknown: readonly UnknownEntry[]
  readonly titles: ConversationTitles
  /** In order of appearance. */
  readonly sessionIds: readonly string[]
  readonly report: readonly LogRepair[]
}

/** A message, and which of the entries that were handed in it is. */
export type WovenMessage = { readonly entry: TranscriptEntry; readonly position: number }

export type BuildConversationOptions = {
  /** Read the chain that ends here instead of the newest. */
  readonly leafUuid?: UUID
  /** Prefer this session where a file holds several. */
  readonly sessionId?: string
  /** The place of each entry in the file, for the report. */
  readonly offsets?: readonly number[]
}

/** Reads entries in file order as a conversation. It takes any damage, reports what it repaired, and loses nothing. */
export function buildConversation(
  entries: readonly Entry[],
  options: BuildConversationOptions = {},
): Conversation {
  const { report, addRepair } = createRepairReport(options.offsets)
  const log = followLog(entries, { ...options, addRepair })
  const { nodes, byUuid, records, unknown, tree, leaf } = log
  const path = recoverParallelEntries(tree, log.path)
  return {
    messages: path.flatMap(index => nodes[index]?.entry ?? []),
    woven: listWoven(nodes, weaveGuests(tree, path)),
    leaf: nodes[leaf]?.entry,
    ...listBranches(tree, path),
    progress: nodes.map(node => node.entry).filter(entry => entry.type === 'progress'),
    records: records.map(({ record }) => record),
    unknown,
    titles: collectTitles({ records, byUuid, sessionId: readSessionId(nodes[leaf]) }),
    sessionIds: listSessionIds(nodes),
    report,
  }
}

function listWoven(nodes: readonly LogNode[], order: readonly number[]): readonly WovenMessage[] {
  const woven: WovenMessage[] = []
  for (const index of order) {
    const node = nodes[index]
    if (node) woven.push({ entry: node.entry, position: node.position })
  }
  return woven
}

/** The sessions that entries name, in order of appearance. */
export function listSessionIds(nodes: readonly LogNode[]): readonly string[] {
  return [...new Set(nodes.flatMap(node => readSessionId(node) ?? []))]
}
