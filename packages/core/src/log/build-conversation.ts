import type { UUID } from '../message/uuid.ts'
import { chooseLeaf } from './choose-leaf.ts'
import { type ConversationTitles, collectTitles } from './collect-titles.ts'
import { type ConversationTree, createTree, findPath } from './conversation-tree.ts'
import type { Entry, UnknownEntry } from './entry.ts'
import { followCompaction } from './follow-compaction.ts'
import { identifyEntries, type LocatedRecord } from './identify-entries.ts'
import { linkParents } from './link-parents.ts'
import { type Branch, listBranches, type Sidechain } from './list-branches.ts'
import { indexNodes, type LogNode, NO_PARENT, type NodeIndex, readString } from './log-node.ts'
import { createRepairReport, type LogRepair, type ReportRepair } from './log-repair.ts'
import type { RecordEntry } from './record-entry.ts'
import { recoverParallelEntries } from './recover-parallel-entries.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

/** A log read as a conversation. Every message of it is in `messages`, `branches`, `sidechains` or `progress`, or in the report. */
export type Conversation = {
  /** From the root to the leaf, across compactions; `sliceFromLastCompactBoundary` gives what the model reads. */
  readonly messages: readonly TranscriptEntry[]
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
  const { nodes, records, unknown } = identifyEntries(entries, addRepair)
  const byUuid = indexNodes(nodes)
  const linked = createTree(nodes, linkParents({ nodes, byUuid, addRepair }))
  const asked = findAskedLeaf(options, { nodes, byUuid, records, tree: linked, addRepair })
  const { tree, leaf } = followCompaction({ tree: linked, byUuid, ...asked, addRepair })
  const path = recoverParallelEntries(tree, findPath(tree, leaf))
  const messages = path.flatMap(index => nodes[index]?.entry ?? [])
  return {
    messages,
    leaf: nodes[leaf]?.entry,
    ...listBranches(tree, path),
    progress: nodes.map(node => node.entry).filter(entry => entry.type === 'progress'),
    records: records.map(({ record }) => record),
    unknown,
    titles: collectTitles({ records, byUuid, sessionId: readSessionId(nodes[leaf]) }),
    sessionIds: [...new Set(nodes.flatMap(node => readSessionId(node) ?? []))],
    report,
  }
}

function findAskedLeaf(
  { leafUuid, sessionId }: BuildConversationOptions,
  log: {
    readonly nodes: readonly LogNode[]
    readonly byUuid: NodeIndex
    readonly records: readonly LocatedRecord[]
    readonly tree: ConversationTree
    readonly addRepair: ReportRepair
  },
): { readonly leaf: number; readonly isAskedFor: boolean } {
  const asked = leafUuid === undefined ? undefined : log.byUuid.get(leafUuid)
  if (asked !== undefined && log.nodes[asked]?.entry.type !== 'progress')
    return { leaf: asked, isAskedFor: true }
  if (leafUuid !== undefined)
    log.addRepair({
      rule: 'leaf-not-found',
      uuid: leafUuid,
      detail: 'not in the log; the newest leaf was taken',
    })
  const leaf = chooseLeaf({ ...log, sessionId })
  if (
    sessionId !== undefined &&
    leaf !== NO_PARENT &&
    !log.nodes.some(node => readSessionId(node) === sessionId)
  )
    log.addRepair({ rule: 'session-not-found', uuid: null, detail: `no message of session ${sessionId}` })
  return { leaf, isAskedFor: false }
}

function readSessionId(node: LogNode | undefined): string | undefined {
  return node && readString(node.entry, 'sessionId')
}
