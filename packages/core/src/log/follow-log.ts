import type { UUID } from '../message/uuid.ts'
import { chooseLeaf } from './choose-leaf.ts'
import { type ConversationTree, createTree, findPath } from './conversation-tree.ts'
import type { Entry, UnknownEntry } from './entry.ts'
import { followCompaction } from './follow-compaction.ts'
import { identifyEntries, type LocatedRecord } from './identify-entries.ts'
import { linkParents, type ReportOpenLink } from './link-parents.ts'
import {
  filledField,
  indexNodes,
  type LogNode,
  NO_PARENT,
  type NodeIndex,
  type ParentLinks,
} from './log-node.ts'
import type { ReportRepair } from './log-repair.ts'

type FollowLogOptions = {
  readonly leafUuid?: UUID | undefined
  readonly sessionId?: string | undefined
  readonly addRepair: ReportRepair
  /** The entries are only the end of a log: told of each link that may lead before them. */
  readonly onOpen?: ReportOpenLink
}

/** A log followed from its entries to the chain of its leaf. */
export type FollowedLog = {
  readonly nodes: readonly LogNode[]
  readonly byUuid: NodeIndex
  readonly records: readonly LocatedRecord[]
  readonly unknown: readonly UnknownEntry[]
  readonly links: ParentLinks
  /** As the entries are linked, and the leaf in it. */
  readonly linked: ConversationTree
  readonly linkedLeaf: number
  /** As compactions moved them, and the leaf in it. */
  readonly tree: ConversationTree
  readonly leaf: number
  /** From the root to the leaf, without what hangs beside it. */
  readonly path: readonly number[]
}

/** Identifies entries, links them, chooses the leaf and follows its compactions. */
export function followLog(entries: readonly Entry[], options: FollowLogOptions): FollowedLog {
  const { addRepair, onOpen } = options
  const { nodes, records, unknown } = identifyEntries(entries, addRepair)
  const byUuid = indexNodes(nodes)
  const links = linkParents({ nodes, byUuid, addRepair, onOpen })
  const linked = createTree(nodes, links)
  const asked = findAskedLeaf(options, { nodes, byUuid, records, tree: linked })
  const { tree, leaf } = followCompaction({ tree: linked, byUuid, ...asked, addRepair })
  const path = findPath(tree, leaf)
  return { nodes, byUuid, records, unknown, links, linked, linkedLeaf: asked.leaf, tree, leaf, path }
}

/** The session that an entry names. */
export function readSessionId(node: LogNode | undefined): string | undefined {
  return node && filledField(node.entry, 'sessionId')
}

function findAskedLeaf(
  { leafUuid, sessionId, addRepair }: FollowLogOptions,
  log: {
    readonly nodes: readonly LogNode[]
    readonly byUuid: NodeIndex
    readonly records: readonly LocatedRecord[]
    readonly tree: ConversationTree
  },
): { readonly leaf: number; readonly isAskedFor: boolean } {
  const asked = leafUuid === undefined ? undefined : log.byUuid.get(leafUuid)
  if (asked !== undefined && log.nodes[asked]?.entry.type !== 'progress')
    return { leaf: asked, isAskedFor: true }
  if (leafUuid !== undefined)
    addRepair({
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
    addRepair({ rule: 'session-not-found', uuid: null, detail: `no message of session ${sessionId}` })
  return { leaf, isAskedFor: false }
}
