import { isObject } from '@antiphon/contract'
import { isChainParticipant, isCompactBoundaryMessage, isMetaMessage } from '../message/message-guards.ts'
import type { UUID } from '../message/uuid.ts'
import { type ConversationTree, findPath, findSubtree, inheritDown } from './conversation-tree.ts'
import type { LocatedRecord } from './identify-entries.ts'
import { filledField, isSidechainEntry, NO_PARENT, type NodeIndex } from './log-node.ts'

export type LeafChoice = {
  readonly tree: ConversationTree
  readonly byUuid: NodeIndex
  readonly records: readonly LocatedRecord[]
  readonly sessionId?: string | undefined
}

/**
 * Where the conversation stands: the end of the chain in which somebody spoke last. A subagent's chain is
 * taken only where there is no other. Gives `NO_PARENT` for a log without messages.
 */
export function chooseLeaf(choice: LeafChoice): number {
  return followHint(choice, chooseEnd(choice))
}

/** The same without looking at records that say otherwise. */
export function chooseEnd({ tree, sessionId }: LeafChoice): number {
  return findBestEnd({ tree, candidates: tree.nodes.keys(), sessionId })
}

/** The best end of a chain at or below `start`. */
export function chooseLeafBelow(tree: ConversationTree, start: number): number {
  return findBestEnd({ tree, candidates: findSubtree(tree, { start }) })
}

function findBestEnd(search: {
  readonly tree: ConversationTree
  readonly candidates: Iterable<number>
  readonly sessionId?: string | undefined
}): number {
  const { tree, candidates, sessionId } = search
  const voices = findVoices(tree)
  let best: Rank | undefined
  for (const index of candidates) {
    const rank = rankEnd({ tree, voices, index, sessionId })
    if (rank && (!best || compareRanks(rank, best) > 0)) best = rank
  }
  return best?.[4] ?? NO_PARENT
}

/** In order of weight: session asked for, main chain, somebody spoke, place of the last voice, place of the end. */
type Rank = readonly [boolean, boolean, boolean, number, number]

function rankEnd(options: {
  readonly tree: ConversationTree
  readonly voices: readonly (number | undefined)[]
  readonly index: number
  readonly sessionId: string | undefined
}): Rank | undefined {
  const { tree, voices, index, sessionId } = options
  const end = tree.nodes[index]
  if (!end || !isChainParticipant(end.entry) || !isEnd(tree, index)) return undefined
  const voice = voices[index] ?? NO_PARENT
  const entry = tree.nodes[voice]?.entry ?? end.entry
  const isAskedFor = sessionId === undefined || filledField(entry, 'sessionId') === sessionId
  return [isAskedFor, !isSidechainEntry(entry), voice !== NO_PARENT, voice, index]
}

/** A compaction that died before its summary was written never happened: the conversation ends before its boundary. */
function isEnd({ nodes, parents, children }: ConversationTree, index: number): boolean {
  const isUnfinished = (node: number): boolean =>
    isCompactBoundaryMessage(nodes[node]?.entry) &&
    !children[node]?.length &&
    parents[node] !== NO_PARENT &&
    parents[node] !== undefined
  return !isUnfinished(index) && (children[index] ?? []).every(isUnfinished)
}

function compareRanks(first: Rank, second: Rank): number {
  for (const [index, value] of first.entries()) {
    const difference = Number(value) - Number(second[index])
    if (difference !== 0) return difference
  }
  return 0
}

/** For each node the nearest words at or above it. */
function findVoices({ nodes, parents }: ConversationTree): readonly (number | undefined)[] {
  return inheritDown(parents, index => (isVoice(nodes[index]?.entry) ? index : undefined))
}

/** True for words of the person, a tool or the model, but for no meta message. */
export function isVoice(entry: unknown): boolean {
  return isObject(entry) && (entry.type === 'user' || entry.type === 'assistant') && !isMetaMessage(entry)
}

/**
 * A record that was written after the leaf and names an entry elsewhere says that the person went back there.
 * One that names an entry on the way to the leaf is only late: it never shortens the conversation.
 */
function followHint(choice: LeafChoice, leaf: number): number {
  const { tree } = choice
  const { hint } = findHint(choice, leaf)
  return hint === undefined || findPath(tree, leaf).includes(hint) ? leaf : chooseLeafBelow(tree, hint)
}

/** The last record behind the leaf that names an entry, and the names behind it that are no entry's. */
export function findHint(
  { tree, byUuid, records, sessionId }: LeafChoice,
  leaf: number,
): { readonly hint: number | undefined; readonly unknown: readonly UUID[] } {
  const unknown: UUID[] = []
  const leafNode = tree.nodes[leaf]
  for (const { record, position } of leafNode ? records.toReversed() : []) {
    if (leafNode && position < leafNode.position) break
    if (record.type !== 'last-prompt' && record.type !== 'summary') continue
    const hint = byUuid.get(record.leafUuid ?? '')
    const target = hint === undefined ? undefined : tree.nodes[hint]
    const name: unknown = record.leafUuid
    if (!target && typeof name === 'string') unknown.push(name)
    if (hint === undefined || !target || !isChainParticipant(target.entry)) continue
    if (isSidechainEntry(target.entry)) continue
    if (sessionId !== undefined && filledField(target.entry, 'sessionId') !== sessionId) continue
    return { hint, unknown }
  }
  return { hint: undefined, unknown }
}
