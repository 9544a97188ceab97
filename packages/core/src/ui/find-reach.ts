import { isObject } from '@antiphon/contract'
import { findPath } from '../log/conversation-tree.ts'
import { readMessageId, readToolResultIds } from '../log/log-node.ts'
import { isTranscriptEntry, type TranscriptEntry } from '../log/transcript-entry.ts'
import { isCompactBoundaryMessage, isProgressMessage } from '../message/message-guards.ts'
import type { UUID } from '../message/uuid.ts'
import { type StretchEnd, type TieKind, toTie } from './closed-stretch.ts'
import type { PersonStretch, TiedEntry } from './person-stretch.ts'
import type { LogPlace } from './view-item.ts'

/** What stands before an entry: stretches that are closed, and what is read with it. */
export type EntryPast = {
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
  /** What they hang off that did not come before them. */
  readonly missing: ReadonlySet<UUID>
  /** Whose words are among them, as `threadOf` names it. */
  readonly threads: ReadonlySet<string>
  /** Whether a record among them says where the conversation stands. */
  readonly hasHint: boolean
}

/**
 * The first closed stretch that has to be read again because of an entry behind it; undefined for one that is read
 * alike without them. What names something reaches the stretch that holds it, and what is linked only by its place
 * in the file reaches the first.
 */
export function findReach({ entry, ties }: TiedEntry<LogPlace>, past: EntryPast): number | undefined {
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
    // What a compaction keeps leaves a gap behind it, which closes over what stood before: it is read with that.
    const kept = [...links.preserved.anchors, ...links.preserved.members]
    const [first] = past.uuids
    if (first !== undefined && kept.includes(first)) reaches.push(past.stretches - 1)
    reach('entry', kept, 1)
    reach(past.hasHint ? 'entry' : 'entry-aside', [links.leafUuid])
    if (ties.isMessage) reaches.push(reachOfLink(entry, ties, past.end, past))
  }
  const known = reaches.filter(index => index !== undefined)
  return known.length === 0 ? undefined : Math.max(0, Math.min(...known))
}

/** In which session the conversation or which subagent speaks: what has no parent follows the last of its thread. */
export function threadOf(entry: unknown): string | undefined {
  if (!isTranscriptEntry(entry)) return undefined
  const { sessionId, isSidechain, agentId }: Readonly<Record<string, unknown>> = entry
  if (typeof sessionId !== 'string' || sessionId === '') return undefined
  return isSidechain === true ? `${sessionId} of ${typeof agentId === 'string' ? agentId : ''}` : sessionId
}

/** The same for what only shows when a stretch is read: pieces of answers that hang beside its path. */
export function findReachAside(
  { log }: PersonStretch<LogPlace>,
  find: EntryPast['find'],
): number | undefined {
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
  { uuids, asides, missing, threads, stretches, find }: EntryPast,
): number | undefined {
  if (!isTranscriptEntry(entry)) return undefined
  const last = stretches - 1
  if (uuid === undefined || uuids.has(uuid) || missing.has(uuid)) return 0
  if (find(toTie('entry', uuid)) !== undefined) return 0
  const isOfEnd = isOfSameSide(entry, end)
  // Where the log is a subagent's own, anybody else's words make another the conversation.
  if (end.isSidechain && !isOfEnd) return 0
  const name = links.parentUuid ?? (isCompactBoundaryMessage(entry) ? links.logicalParentUuid : undefined)
  // Without a parent it hangs off the message before it, if that is read with it; a new root is another conversation.
  const thread = threadOf(entry)
  const isBridged = isOfEnd && thread !== undefined && threads.has(thread)
  if (name === undefined) {
    const isAside = isRootAside(entry) && (isProgressMessage(entry) || !isOfEnd)
    if (isAside) return uuids.size === 0 ? last : undefined
    return isBridged && !isRoot(entry) ? undefined : 0
  }
  // Who goes on from a subagent's words leaves the conversation for another root; and a subagent's words at its end
  // make that end a subagent's, so that the conversation may be any other of the file.
  if (uuids.has(name)) return isProgressMessage(entry) || isOfEnd !== asides.has(name) ? undefined : 0
  const goesOn = uuids.size === 0 && end.names.has(name) && isOfEnd
  // A boundary counts only when its summary is there, and progress hangs in no chain.
  if (goesOn && !isProgressMessage(entry) && !isCompactBoundaryMessage(entry)) return undefined
  return (
    find(toTie('entry', name)) ?? (isBridged && (links.logicalParentUuid ?? name) === name ? undefined : 0)
  )
}

function isOfSameSide(entry: unknown, { isSidechain, agentId }: StretchEnd): boolean {
  if (!isObject(entry) || (entry.isSidechain === true) !== isSidechain) return false
  return !isSidechain || (entry.agentId || undefined) === agentId
}

/** True for the first words to a subagent, and for progress: with no parent, they stand beside the conversation. */
export function isRootAside(entry: unknown): boolean {
  if (!isTranscriptEntry(entry) || !isRoot(entry)) return false
  return isProgressMessage(entry) || (entry.isSidechain === true && !isCompactBoundaryMessage(entry))
}

/** True for what stands without a parent where it says that it has none. */
function isRoot(entry: TranscriptEntry): boolean {
  const { parentUuid }: Readonly<Record<string, unknown>> = entry
  return parentUuid === null && entry.type !== 'assistant' && readToolResultIds(entry).length === 0
}
