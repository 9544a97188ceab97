import { findPath } from '../log/conversation-tree.ts'
import { readMessageId, readToolResultIds } from '../log/log-node.ts'
import { isTranscriptEntry } from '../log/transcript-entry.ts'
import { isObject } from '../message/json.ts'
import { isCompactBoundaryMessage, isProgressMessage } from '../message/message-guards.ts'
import type { UUID } from '../message/uuid.ts'
import { type StretchEnd, type TieKind, toTie } from './closed-stretch.ts'
import type { PersonStretch, TiedEntry } from './person-stretch.ts'
import type { LogPlace } from './view-item.ts'

/** What stands before an entry: stretches that are closed, and what is read with it. */
export type Past = {
  /** The first closed stretch of which an entry can name something in this way. */
  readonly find: (tie: string) => number | undefined
  readonly stretches: number
  /** Where the conversation stands behind the closed ones; undefined where links are not followed. */
  readonly end: StretchEnd | undefined
  /** The first with a call to which a subagent without a name may belong. */
  readonly openAgents: () => number | undefined
  /** The messages that are read with it, and those of them whose chain has a root of its own among them. */
  readonly uuids: ReadonlySet<UUID>
  readonly asides: ReadonlySet<UUID>
  /** Whether a record among them says where the conversation stands. */
  readonly hasHint: boolean
}

/**
 * The first closed stretch that has to be read again because of an entry behind it; undefined for one that is read
 * alike without them. What names something reaches the stretch that holds it, and what is linked only by its place
 * in the file reaches the first.
 */
export function findReach({ entry, ties }: TiedEntry<LogPlace>, past: Past): number | undefined {
  const reaches: (number | undefined)[] = []
  const reach = (kind: TieKind, names: readonly (string | undefined)[], further = 0): void => {
    for (const name of names) {
      const found = name === undefined ? undefined : past.find(toTie(kind, name))
      if (found !== undefined) reaches.push(found - further)
    }
  }
  const { uuid, links, messageId, agent } = ties
  reach('call', ties.calls)
  reach('nested', [uuid, ...ties.nested])
  reach('entry', [...ties.nested, ...links.retracted])
  reach('missing', [uuid, ...ties.nested])
  reach('agent', ties.ownedAgents)
  reach('owned-agent', [agent, ...ties.ownedAgents])
  if (ties.isNameless) reaches.push(past.openAgents())
  if (past.end) {
    reach('answer-aside', [messageId])
    // What a compaction keeps leaves a gap behind it, which closes over what stood before.
    reach('entry', [...links.preserved.anchors, ...links.preserved.members], 1)
    reach(past.hasHint ? 'entry' : 'entry-aside', [links.leafUuid])
    if (ties.isMessage) reaches.push(reachOfLink(entry, ties, past.end, past))
  }
  const known = reaches.filter(index => index !== undefined)
  return known.length === 0 ? undefined : Math.max(0, Math.min(...known))
}

/** The same for what only shows when a stretch is read: pieces of answers that hang beside its path. */
export function findReachAside({ log }: PersonStretch<LogPlace>, find: Past['find']): number | undefined {
  if (!log) return undefined
  const onPath = new Set(findPath(log.linked, log.linkedLeaf))
  const reaches = log.nodes.flatMap(({ entry }, index) => {
    const id = onPath.has(index) ? undefined : readMessageId(entry)
    return (id === undefined ? undefined : find(toTie('answer', id))) ?? []
  })
  return reaches.length === 0 ? undefined : Math.min(...reaches)
}

/** How far a message's own place in the conversation reaches: 0 where only the whole file tells it. */
function reachOfLink(
  entry: unknown,
  { uuid, links }: TiedEntry<LogPlace>['ties'],
  end: StretchEnd,
  { uuids, asides, stretches, find }: Past,
): number | undefined {
  if (!isTranscriptEntry(entry)) return undefined
  const last = stretches - 1
  if (uuid === undefined || uuids.has(uuid) || find(toTie('entry', uuid)) !== undefined) return 0
  const isOfEnd = isOfSameSide(entry, end)
  // Where the log is a subagent's own, anybody else's words make another the conversation.
  if (end.isSidechain && !isOfEnd) return 0
  const name = links.parentUuid ?? (isCompactBoundaryMessage(entry) ? links.logicalParentUuid : undefined)
  if (name === undefined) return isRootAside(entry, end) ? (uuids.size === 0 ? last : undefined) : 0
  // Who goes on from a subagent's words leaves the conversation for another root.
  if (uuids.has(name)) return isOfEnd && asides.has(name) && !isProgressMessage(entry) ? 0 : undefined
  const goesOn = uuids.size === 0 && name === end.uuid && isOfEnd
  // A boundary counts only when its summary is there, and progress hangs in no chain.
  if (goesOn && !isProgressMessage(entry) && !isCompactBoundaryMessage(entry)) return undefined
  return find(toTie('entry', name)) ?? 0
}

function isOfSameSide(entry: unknown, { isSidechain, agentId }: StretchEnd): boolean {
  if (!isObject(entry) || (entry.isSidechain === true) !== isSidechain) return false
  return !isSidechain || (entry.agentId || undefined) === agentId
}

/** True for the first words to a subagent, and for progress: with no parent, they stand beside the conversation. */
function isRootAside(entry: Parameters<typeof readToolResultIds>[0], end: StretchEnd): boolean {
  const fields: Readonly<Record<string, unknown>> = entry
  if (fields.parentUuid !== null || isCompactBoundaryMessage(entry)) return false
  if (isProgressMessage(entry)) return true
  const isRoot = entry.type !== 'assistant' && readToolResultIds(entry).length === 0
  return isRoot && fields.isSidechain === true && !end.isSidechain
}
