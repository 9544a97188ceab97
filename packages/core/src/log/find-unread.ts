import { isChainParticipant, isCompactBoundaryMessage } from '../message/message-guards.ts'
import type { UUID } from '../message/uuid.ts'
import { askForKeptAnswers, askForPreserved } from './ask-for-preserved.ts'
import { chooseEnd, findHint, isVoice } from './choose-leaf.ts'
import { findPath } from './conversation-tree.ts'
import { type FollowedLog, readSessionId } from './follow-log.ts'
import { isSidechainEntry, NO_PARENT, readToolResultIds, readToolUseIds } from './log-node.ts'
import type { LogRepairRule } from './log-repair.ts'
import { createTailInquiry, type TailInquiry, type Unread } from './tail-inquiry.ts'

/** The end of a log, read as if it were all of it. */
export type TailOfLog = {
  readonly log: FollowedLog
  readonly openLinks: ReadonlyMap<number, readonly UUID[]>
  /** What was repaired in it. */
  readonly rules: ReadonlySet<LogRepairRule>
  readonly leafUuid: UUID | undefined
  /** The last boundary on the way to the leaf and what is read behind it. */
  readonly live: readonly number[]
}

/** Judges whether the live context of a log's end is that of the whole log; what it cannot judge by, it asks for. */
export function findUnread(tail: TailOfLog): Unread {
  const { log, leafUuid, openLinks } = tail
  if (leafUuid !== undefined && !log.byUuid.has(leafUuid)) return new Set([leafUuid])
  const inquiry = createTailInquiry(log, openLinks)
  const boundary = tail.live[0] ?? NO_PARENT
  if (isCompactBoundaryMessage(log.nodes[boundary]?.entry)) {
    askByPlace(inquiry, tail)
    askBehind(inquiry, boundary)
    askForPreserved(inquiry, findBoundaries(tail))
    askForKeptAnswers(
      inquiry,
      tail.live.filter(index => index < boundary),
    )
    // An entry that was asked for and can be a leaf is the leaf, wherever the log ends.
    if (log.byUuid.get(leafUuid ?? '') !== log.linkedLeaf) askForLeaf(inquiry, boundary)
    askBefore(inquiry, tail)
  } else if (inquiry.askIfOpen(boundary)) inquiry.askForBoundary()
  // There is no boundary on the way: everything is live.
  else inquiry.askForEverything()
  return inquiry.verdict()
}

/** Some repairs go by the place in the file, which only a whole file tells; so does what was linked against its order. */
function askByPlace(inquiry: TailInquiry, { log, rules }: TailOfLog): void {
  const isNamedByPlace = rules.has('no-uuid') || rules.has('uuid-collision')
  const isBridged = BRIDGING.some(rule => rules.has(rule))
  // What session the first entries belong to is said before them.
  const isSessionKnown = readSessionId(log.nodes[0]) !== undefined
  const isForward = log.linked.parents.some((parent, index) => parent > index)
  if (isNamedByPlace || isForward || (isBridged && !isSessionKnown)) inquiry.askForEverything()
}

const BRIDGING: readonly LogRepairRule[] = ['unlinked-entry', 'lost-root', 'self-parent', 'parent-cycle']

/** Everything behind the boundary has to be linked: it may be live, or say where the conversation ends. */
function askBehind(inquiry: TailInquiry, boundary: number): void {
  const { nodes } = inquiry.log
  for (let index = boundary + 1; index < nodes.length; index++)
    if (isChainParticipant(nodes[index]?.entry)) inquiry.askIfOpen(index)
}

/** The boundary of the live context; and the last of the file, which the conversation may have passed unseen. */
function findBoundaries({ log, live }: TailOfLog): readonly number[] {
  const { nodes, linked, linkedLeaf } = log
  const boundary = live[0] ?? NO_PARENT
  const last = nodes.findLastIndex(node => isCompactBoundaryMessage(node.entry))
  return last === boundary || findPath(linked, linkedLeaf).includes(last) ? [boundary] : [boundary, last]
}

/** An end before the tail never wins against words behind the boundary; a record may name an entry before the tail. */
function askForLeaf(inquiry: TailInquiry, boundary: number): void {
  const { nodes, byUuid, records, linked } = inquiry.log
  const choice = { tree: linked, byUuid, records }
  const end = chooseEnd(choice)
  let voice = end
  while (voice !== NO_PARENT && !isVoice(nodes[voice]?.entry)) {
    if (inquiry.askIfOpen(voice)) return
    voice = linked.parents[voice] ?? NO_PARENT
  }
  const entry = nodes[voice]?.entry
  if (!entry || voice < boundary || isSidechainEntry(entry)) inquiry.askForEverything()
  inquiry.askFor(findHint(choice, end).unknown)
}

/**
 * What was written behind the boundary may belong to something before it, and the other way round. Then the chain has
 * to be known as far up as that.
 */
function askBefore(inquiry: TailInquiry, tail: TailOfLog): void {
  const { nodes, linked } = tail.log
  const depth = findHostDepth(inquiry, tail)
  const passed: number[] = []
  let [node = NO_PARENT] = tail.live
  while (node > depth && !inquiry.askIfOpen(node)) {
    node = linked.parents[node] ?? NO_PARENT
    if (isCompactBoundaryMessage(nodes[node]?.entry)) passed.push(node)
  }
  askForPreserved(inquiry, passed)
}

/** The first entry to which something belongs that is beside the chain: behind the boundary, or read behind it. */
function findHostDepth(inquiry: TailInquiry, { live, log }: TailOfLog): number {
  const { nodes, linked, tree, path } = log
  const known = new Set(path)
  const callers = findCallers(log)
  const [boundary = NO_PARENT] = live
  const queue = [...live, ...[...nodes.keys()].slice(boundary + 1)]
  let depth = boundary
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    const entry = nodes[index]?.entry
    if (!isChainParticipant(entry) || !entry || known.has(index)) continue
    known.add(index)
    depth = Math.min(depth, index)
    inquiry.askIfOpen(index)
    const calls = readToolResultIds(entry).map(id => callers.get(id))
    if (calls.includes(undefined)) inquiry.askForEverything()
    for (const host of [linked.parents[index], tree.parents[index], ...calls]) {
      if (host === undefined || host === NO_PARENT) continue
      depth = Math.min(depth, host)
      queue.push(host)
    }
  }
  return depth
}

function findCallers({ nodes }: FollowedLog): ReadonlyMap<string, number> {
  const callers = new Map<string, number>()
  nodes.forEach(({ entry }, index) => {
    for (const id of readToolUseIds(entry)) callers.set(id, index)
  })
  return callers
}
