import { chooseEnd } from '../log/choose-leaf.ts'
import { findPath } from '../log/conversation-tree.ts'
import type { FollowedLog } from '../log/follow-log.ts'
import { filledField, isSidechainEntry, NO_PARENT, readMessageId } from '../log/log-node.ts'
import { hasPreservedSegment } from '../log/preserved-segment.ts'
import { listNames } from '../log/read-links.ts'
import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import type { UUID } from '../message/uuid.ts'
import { createOpenAgentCalls } from './open-agent-calls.ts'
import type { PersonStretch } from './person-stretch.ts'
import type { LogPlace } from './view-item.ts'

/** A stretch that is over: what comes behind it is read without it, unless it is tied to it. */
export type ClosedStretch<Place extends LogPlace> = PersonStretch<Place> & {
  /** Where the conversation stands behind it; undefined where links are not followed. */
  readonly end: StretchEnd | undefined
  /** The names by which an entry can reach back into it. */
  readonly reachedBy: readonly string[]
  /** Whether a subagent that nobody names may belong to one of its calls. */
  readonly hasOpenAgents: boolean
}

export type StretchEnd = {
  /** What the next message may hang off: the leaf, and progress below it, which hangs in no chain. */
  readonly names: ReadonlySet<UUID>
  readonly isSidechain: boolean
  readonly agentId: string | undefined
}

/** How an entry can name something of a stretch. */
export type TieKind =
  | 'entry'
  | 'nested'
  /** Named in it and not there: it may still come. */
  | 'missing'
  | 'call'
  | 'answer'
  /** Beside the path from the root to the leaf. */
  | 'entry-aside'
  | 'answer-aside'
  | 'agent'
  | 'owned-agent'

export function toTie(kind: TieKind, name: string): string {
  return `${kind} ${name}`
}

/** Closes a stretch; undefined where what comes behind it may change how it is read, whatever that names. */
export function closeStretch<Place extends LogPlace>(
  stretch: PersonStretch<Place>,
): ClosedStretch<Place> | undefined {
  const { log, isOpen } = stretch
  if (isOpen || (log && !endsPlainly(log))) return undefined
  const ties = new Set([...listOwnTies(stretch), ...(log ? listTiesAside(log) : [])])
  return {
    ...stretch,
    end: log && toEnd(log),
    reachedBy: [...ties],
    hasOpenAgents: hasOpenAgents(stretch.values),
  }
}

/**
 * True where the next message of the conversation hangs off the leaf and moves nothing: no record moved the leaf, no
 * compaction did or still can, nothing hangs off it, and no other entry bears its name.
 */
function endsPlainly(log: FollowedLog): boolean {
  const { nodes, byUuid, records, linked, linkedLeaf, tree, leaf } = log
  const node = nodes[leaf]
  if (!node || leaf !== linkedLeaf || chooseEnd({ tree: linked, byUuid, records }) !== leaf) return false
  if ([linked, tree].some(({ children }) => children[leaf]?.length !== 0)) return false
  if (nodes.some(({ collidingUuid }) => collidingUuid === node.uuid)) return false
  const boundary = nodes.findLastIndex(({ entry }) => isCompactBoundaryMessage(entry))
  return !hasPreservedSegment(nodes[boundary]) || findPath(linked, leaf).includes(boundary)
}

function toEnd({ nodes, links, leaf }: FollowedLog): StretchEnd | undefined {
  const node = nodes[leaf]
  if (!node) return undefined
  const below = new Set([leaf])
  for (const [index, { entry }] of nodes.entries())
    if (entry.type === 'progress' && below.has(links[index] ?? NO_PARENT)) below.add(index)
  return {
    names: new Set([...below].flatMap(index => nodes[index]?.uuid ?? [])),
    isSidechain: isSidechainEntry(node.entry),
    agentId: filledField(node.entry, 'agentId'),
  }
}

function* listOwnTies({ entries, log }: PersonStretch<LogPlace>): Generator<string> {
  const own = new Set<string>(log?.nodes.map(({ uuid }) => uuid))
  for (const { ties } of entries) if (ties.isMessage && ties.uuid !== undefined) own.add(ties.uuid)
  for (const uuid of own) yield toTie('entry', uuid)
  for (const { ties } of entries) {
    for (const uuid of ties.nested) yield toTie('nested', uuid)
    for (const id of ties.calls) yield toTie('call', id)
    for (const id of ties.ownedAgents) yield toTie('owned-agent', id)
    if (ties.agent !== undefined) yield toTie('agent', ties.agent)
    if (ties.messageId !== undefined) yield toTie('answer', ties.messageId)
    const { parentUuid } = ties.links
    for (const uuid of [...listNames(ties.links), ...(parentUuid === undefined ? [] : [parentUuid])])
      if (!own.has(uuid)) yield toTie('missing', uuid)
  }
}

/** Of what hangs beside the path: a record can move the conversation there, and pieces of an answer belong together. */
function* listTiesAside({ nodes, linked, linkedLeaf }: FollowedLog): Generator<string> {
  const onPath = new Set(findPath(linked, linkedLeaf))
  for (const [index, { uuid, entry }] of nodes.entries()) {
    if (onPath.has(index) || entry.type === 'progress') continue
    yield toTie('entry-aside', uuid)
    const id = readMessageId(entry)
    if (id !== undefined) yield toTie('answer-aside', id)
  }
}

function hasOpenAgents(values: readonly unknown[]): boolean {
  const calls = createOpenAgentCalls()
  for (const value of values) calls.see(value)
  return !calls.isEmpty()
}
