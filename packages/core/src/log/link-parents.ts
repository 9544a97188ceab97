import { isChainParticipant, isCompactBoundaryMessage } from '../message/message-guards.ts'
import type { UUID } from '../message/uuid.ts'
import { cutCycles } from './cut-cycles.ts'
import {
  fieldOf,
  filledField,
  isSidechainEntry,
  type LogNode,
  NO_PARENT,
  type NodeIndex,
  type ParentLinks,
  readToolResultIds,
} from './log-node.ts'
import type { LogRepairRule, ReportRepair } from './log-repair.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

/** Takes down a link that leads before the first node: the names that it follows, none where it follows file order. */
export type ReportOpenLink = (index: number, names: readonly UUID[]) => void

/**
 * The parent of every node, without cycles. A link that is missing, dangling or circular is bridged to the
 * entry before it in the file, in the same session and on the same side of a sidechain: never truncated.
 * Where the nodes are only the end of a log, a link that may lead before them is `onOpen`'s, and no damage.
 */
export function linkParents(source: {
  readonly nodes: readonly LogNode[]
  readonly byUuid: NodeIndex
  readonly addRepair: ReportRepair
  readonly onOpen?: ReportOpenLink | undefined
}): number[] {
  const { nodes, byUuid, addRepair, onOpen } = source
  const previous = findPrevious(nodes)
  const latest = new Map(byUuid)
  let unlinked = 0
  const parents = nodes.map((node, index) => {
    const bridge = previous[index] ?? NO_PARENT
    if (node.collidingUuid !== undefined) {
      // Of entries with one uuid each follows the one before it, and what comes later follows the last.
      latest.set(node.collidingUuid, index)
      return bridge
    }
    const link = readLink(node, { index, byUuid: latest })
    const openNames = onOpen && findOpenNames(node.entry, { link, bridge, byUuid: latest })
    if (onOpen && openNames) {
      onOpen(index, openNames)
      return NO_PARENT
    }
    if (typeof link === 'number') return link
    // The first entry of a thread has nothing before it, and that is no damage unless it names a parent.
    if (bridge === NO_PARENT && (link === 'unlinked-entry' || link === 'lost-root')) return NO_PARENT
    if (link === 'unlinked-entry') unlinked++
    else addRepair({ rule: link, uuid: node.uuid, position: node.position, detail: describe(nodes[bridge]) })
    return bridge
  })
  if (unlinked > 0)
    addRepair({
      rule: 'unlinked-entry',
      uuid: null,
      detail: `${unlinked} messages name no parent; read in file order`,
    })
  const onCut = reportCut(nodes, addRepair)
  return cutCycles(parents, {
    bridges: previous,
    onCut(index, bridge) {
      if (onOpen && bridge === NO_PARENT) onOpen(index, [])
      else onCut(index, bridge)
    },
  })
}

/** The names of a link that leads to none of the nodes; undefined for one that needs no other entries. */
function findOpenNames(
  entry: TranscriptEntry,
  found: { readonly link: number | LogRepairRule; readonly bridge: number; readonly byUuid: NodeIndex },
): readonly UUID[] | undefined {
  const parentUuid = filledField(entry, 'parentUuid')
  const name =
    parentUuid ?? (isCompactBoundaryMessage(entry) ? filledField(entry, 'logicalParentUuid') : undefined)
  if (name !== undefined && !found.byUuid.has(name)) return [name]
  return typeof found.link === 'string' && found.bridge === NO_PARENT ? [] : undefined
}

type NodePlace = { readonly index: number; readonly byUuid: NodeIndex }

/** The index of the parent that the entry names, or what is wrong with the name. */
function readLink({ entry }: LogNode, place: NodePlace): number | LogRepairRule {
  const parentUuid = filledField(entry, 'parentUuid')
  if (parentUuid !== undefined) {
    const parent = place.byUuid.get(parentUuid)
    if (parent === undefined) return readLogicalLink(entry, place) ?? 'dangling-parent'
    return parent === place.index ? 'self-parent' : parent
  }
  if (isCompactBoundaryMessage(entry)) {
    const hasName = filledField(entry, 'logicalParentUuid') !== undefined
    return readLogicalLink(entry, place) ?? (hasName ? 'dangling-logical-parent' : 'unlinked-entry')
  }
  if (fieldOf(entry, 'parentUuid') !== null) return 'unlinked-entry'
  return entry.type === 'assistant' || readToolResultIds(entry).length > 0 ? 'lost-root' : NO_PARENT
}

function readLogicalLink(entry: TranscriptEntry, { index, byUuid }: NodePlace): number | undefined {
  const logicalParentUuid = filledField(entry, 'logicalParentUuid')
  const parent = logicalParentUuid === undefined ? undefined : byUuid.get(logicalParentUuid)
  return parent === index ? undefined : parent
}

/**
 * For each node the chain participant before it in its own thread: of the same session, and on the main chain or
 * of the same subagent. An entry that names no session belongs to the one that the file is in.
 */
function findPrevious(nodes: readonly LogNode[]): ParentLinks {
  const lastOfThread = new Map<string, number>()
  const named = nodes.find(({ entry }) => filledField(entry, 'sessionId') !== undefined)
  let session = named && filledField(named.entry, 'sessionId')
  return nodes.map(({ entry }, index) => {
    session = filledField(entry, 'sessionId') ?? session
    const agent = isSidechainEntry(entry) ? `agent ${filledField(entry, 'agentId') ?? ''}` : 'main'
    const thread = `${session} ${agent}`
    const last = lastOfThread.get(thread) ?? NO_PARENT
    if (isChainParticipant(entry)) lastOfThread.set(thread, index)
    return last
  })
}

function describe(bridge: LogNode | undefined): string {
  return bridge ? `follows ${bridge.uuid}, the entry before it` : 'nothing before it; taken as a root'
}

function reportCut(
  nodes: readonly LogNode[],
  addRepair: ReportRepair,
): (index: number, bridge: number) => void {
  return (index, bridge) => {
    const node = nodes[index]
    if (!node) return
    const { uuid, position } = node
    addRepair({ rule: 'parent-cycle', uuid, position, detail: describe(nodes[bridge]) })
  }
}
