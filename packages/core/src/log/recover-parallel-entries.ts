import { isCompactBoundaryMessage, isHumanTurn } from '../message/message-guards.ts'
import { type ConversationTree, findSubtree } from './conversation-tree.ts'
import {
  filledField,
  isSidechainEntry,
  type LogNode,
  NO_PARENT,
  readMessageId,
  readToolResultIds,
  readToolUseIds,
} from './log-node.ts'
import { readRetracted } from './read-links.ts'
import { type WovenEntry, weaveIntoPath } from './weave-into-path.ts'

/**
 * The path with what belongs to it but hangs beside it: the other blocks of an answer that was stored as several
 * entries, the results of parallel calls, and notes below which nobody speaks.
 */
export function recoverParallelEntries(tree: ConversationTree, path: readonly number[]): readonly number[] {
  const recovery = createRecovery(tree, path)
  if (recovery.candidates.length === 0) return path
  recoverAnswers(recovery)
  recoverResults(recovery)
  recoverNotes(recovery)
  const { woven, turnStarts } = recovery
  return woven.length === 0 ? path : weaveIntoPath({ path, woven, turnStarts })
}

type Recovery = {
  readonly tree: ConversationTree
  readonly path: readonly number[]
  readonly turnStarts: readonly boolean[]
  /** Nodes of the path's own thread that are not on it, in file order. */
  readonly candidates: readonly number[]
  /** For each node on the path or recovered, its place on the path or its host's. */
  readonly places: Map<number, number>
  readonly woven: WovenEntry[]
}

function createRecovery(tree: ConversationTree, path: readonly number[]): Recovery {
  const { nodes } = tree
  const places = new Map(path.map((index, place) => [index, place]))
  const leaf = nodes[path.at(-1) ?? NO_PARENT]
  const retracted = findRetracted(nodes, path)
  const candidates = [...nodes.keys()].filter(index => {
    const node = nodes[index]
    if (!node || !leaf || places.has(index) || retracted.has(node.uuid)) return false
    return node.entry.type !== 'progress' && isSameThread(node, leaf)
  })
  return { tree, path, turnStarts: findTurnStarts(nodes, path), candidates, places, woven: [] }
}

function recover(
  { places, woven }: Recovery,
  { index, host }: { readonly index: number; readonly host: number },
): void {
  const position = places.get(host)
  if (position === undefined || places.has(index)) return
  places.set(index, position)
  woven.push({ index, host, position })
}

/** A turn begins where a person speaks and where another answer begins. */
function findTurnStarts(nodes: readonly LogNode[], path: readonly number[]): readonly boolean[] {
  let lastMessageId: string | undefined
  return path.map(index => {
    const entry = nodes[index]?.entry
    if (entry?.type !== 'assistant') return isHumanTurn(entry)
    const messageId = readMessageId(entry)
    const isStart = messageId === undefined || messageId !== lastMessageId
    lastMessageId = messageId
    return isStart
  })
}

function isSameThread({ entry }: LogNode, { entry: leaf }: LogNode): boolean {
  if (isSidechainEntry(entry) !== isSidechainEntry(leaf)) return false
  return !isSidechainEntry(leaf) || filledField(entry, 'agentId') === filledField(leaf, 'agentId')
}

/** Entries that an answer on the path replaced: they were taken back and do not return. */
function findRetracted(nodes: readonly LogNode[], path: readonly number[]): ReadonlySet<unknown> {
  return new Set(path.flatMap(index => readRetracted(nodes[index]?.entry)))
}

/** Blocks of an answer that is on the path, by the id that they share. */
function recoverAnswers(recovery: Recovery): void {
  const { tree, path, candidates } = recovery
  const hosts = new Map<string, number>()
  for (const index of path) {
    const messageId = readIdOf(tree, index)
    if (messageId !== undefined && !hosts.has(messageId)) hosts.set(messageId, index)
  }
  for (const index of candidates) {
    const host = hosts.get(readIdOf(tree, index) ?? '')
    if (host !== undefined) recover(recovery, { index, host })
  }
}

function readIdOf({ nodes }: ConversationTree, index: number): string | undefined {
  const entry = nodes[index]?.entry
  return entry && readMessageId(entry)
}

/** The first result of each call that nothing on the path answers. */
function recoverResults(recovery: Recovery): void {
  const { tree, candidates, places } = recovery
  const callers = new Map<string, number>()
  for (const index of places.keys()) {
    const entry = tree.nodes[index]?.entry
    for (const id of entry ? readToolUseIds(entry) : []) callers.set(id, index)
  }
  for (const index of places.keys()) {
    const entry = tree.nodes[index]?.entry
    for (const id of entry ? readToolResultIds(entry) : []) callers.delete(id)
  }
  for (const index of callers.size === 0 ? [] : candidates) {
    const entry = tree.nodes[index]?.entry
    const answered = entry ? readToolResultIds(entry).filter(id => callers.has(id)) : []
    const host = callers.get(answered[0] ?? '')
    if (host === undefined) continue
    recover(recovery, { index, host })
    for (const id of answered) callers.delete(id)
  }
}

/** Attachments and system messages beside the path, if nobody speaks below them and the next turn came later. */
function recoverNotes(recovery: Recovery): void {
  const { tree, candidates, places } = recovery
  const nextTurns = findNextTurns(recovery)
  const isCandidate = new Set(candidates)
  for (const index of candidates) {
    const host = tree.parents[index] ?? NO_PARENT
    const place = places.get(host)
    if (place === undefined || places.has(index) || !isNote(tree.nodes[index])) continue
    const notes = findSubtree(tree, { start: index, mayEnter: child => !places.has(child) })
    const nextTurn = nextTurns[place] ?? Number.POSITIVE_INFINITY
    if (!notes.every(note => isNote(tree.nodes[note]) && isCandidate.has(note) && note < nextTurn)) continue
    for (const note of notes) recover(recovery, { index: note, host: tree.parents[note] ?? host })
  }
}

/** A boundary is none: beside the path it is of a compaction that died before its summary. */
function isNote(node: LogNode | undefined): boolean {
  const type = node?.entry.type
  return type === 'attachment' || (type === 'system' && !isCompactBoundaryMessage(node?.entry))
}

/** For each place on the path where in the file the next turn begins. */
function findNextTurns({ path, turnStarts }: Recovery): readonly number[] {
  let next = Number.POSITIVE_INFINITY
  const nextTurns = path.map(() => next)
  for (let place = path.length - 1; place >= 0; place--) {
    nextTurns[place] = next
    if (turnStarts[place]) next = path[place] ?? next
  }
  return nextTurns
}
