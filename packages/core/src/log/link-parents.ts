import { isChainParticipant, isCompactBoundaryMessage } from '../message/message-guards.ts'
import { cutCycles } from './cut-cycles.ts'
import {
  type LogNode,
  NO_PARENT,
  type NodeIndex,
  type ParentLinks,
  readField,
  readString,
  readThread,
  readToolResultIds,
} from './log-node.ts'
import type { LogRepairRule, ReportRepair } from './log-repair.ts'

/**
 * The parent of every node, without cycles. A link that is missing, dangling or circular is bridged to the
 * entry before it in the file, in the same session and on the same side of a sidechain: never truncated.
 */
export function linkParents(nodes: readonly LogNode[], byUuid: NodeIndex, addRepair: ReportRepair): number[] {
  const previous = findPrevious(nodes)
  let unlinked = 0
  const parents = nodes.map((node, index) => {
    const bridge = previous[index] ?? NO_PARENT
    const link = readLink(node, index, byUuid)
    if (typeof link === 'number') return link
    // The first entry of a thread has nothing before it, and that is no damage unless it names a parent.
    if (bridge === NO_PARENT && (link === 'unlinked-entry' || link === 'lost-root')) return NO_PARENT
    if (link === 'unlinked-entry') unlinked++
    else addRepair({ rule: link, uuid: node.uuid, position: node.position, detail: describe(nodes[bridge]) })
    return bridge
  })
  if (unlinked > 0)
    addRepair({ rule: 'unlinked-entry', uuid: null, detail: `${unlinked} messages name no parent; read in file order` })
  return cutCycles(parents, { bridges: previous, onCut: reportCut(nodes, addRepair) })
}

/** The index of the parent that the entry names, or what is wrong with the name. */
function readLink(node: LogNode, index: number, byUuid: NodeIndex): number | LogRepairRule {
  const { entry } = node
  const parentUuid = readString(entry, 'parentUuid')
  if (parentUuid !== undefined) {
    const parent = byUuid.get(parentUuid)
    if (parent === undefined) return readLogicalLink(node, index, byUuid) ?? 'dangling-parent'
    return parent === index ? 'self-parent' : parent
  }
  if (isCompactBoundaryMessage(entry)) {
    const hasName = readString(entry, 'logicalParentUuid') !== undefined
    return readLogicalLink(node, index, byUuid) ?? (hasName ? 'dangling-logical-parent' : 'unlinked-entry')
  }
  if (readField(entry, 'parentUuid') !== null) return 'unlinked-entry'
  return entry.type === 'assistant' || readToolResultIds(entry).length > 0 ? 'lost-root' : NO_PARENT
}

function readLogicalLink({ entry }: LogNode, index: number, byUuid: NodeIndex): number | undefined {
  const logicalParentUuid = readString(entry, 'logicalParentUuid')
  const parent = logicalParentUuid === undefined ? undefined : byUuid.get(logicalParentUuid)
  return parent === index ? undefined : parent
}

/** For each node the chain participant before it in its own thread. */
function findPrevious(nodes: readonly LogNode[]): ParentLinks {
  const lastOfThread = new Map<string, number>()
  return nodes.map(({ entry }, index) => {
    const thread = readThread(entry)
    const last = lastOfThread.get(thread) ?? NO_PARENT
    if (isChainParticipant(entry)) lastOfThread.set(thread, index)
    return last
  })
}

function describe(bridge: LogNode | undefined): string {
  return bridge ? `follows ${bridge.uuid}, the entry before it` : 'nothing before it; taken as a root'
}

function reportCut(nodes: readonly LogNode[], addRepair: ReportRepair): (index: number, bridge: number) => void {
  return (index, bridge) => {
    const node = nodes[index]
    if (!node) return
    const { uuid, position } = node
    addRepair({ rule: 'parent-cycle', uuid, position, detail: describe(nodes[bridge]) })
  }
}
