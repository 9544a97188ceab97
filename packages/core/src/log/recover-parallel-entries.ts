import { isHumanTurn } from '../message/message-guards.ts'
import { type ConversationTree, findSubtree } from './conversation-tree.ts'
import {
  isSidechainEntry,
  type LogNode,
  NO_PARENT,
  readField,
  readMessageId,
  readString,
  readToolResultIds,
  readToolUseIds,
} from './log-node.ts'
import { weaveIntoPath, type WovenEntry } from './weave-into-path.ts'

/**
 * The path with what belongs to it but hangs beside it: the other blocks of an answer that was stored as several
 * entries, the results of parallel calls, and notes without words below them. Each stands where the file has it,
 * after what it belongs to and before the next turn.
 */
export function recoverParallelEntries(tree: ConversationTree, path: readonly number[]): readonly number[] {
  const found = createFinds(tree, path)
  if (found.candidates.length === 0) return path
  recoverAnswers(tree, found)
  recoverResults(tree, found)
  recoverNotes(tree, found)
  return found.woven.length === 0 ? path : weaveIntoPath({ path, woven: found.woven, startsTurn: startsTurn(tree) })
}

type Finds = {
  /** Nodes of the path's own thread that are not on it, in file order. */
  readonly candidates: readonly number[]
  readonly woven: WovenEntry[]
  /** Path position of each node that is on the path or was recovered. */
  readonly hosts: Map<number, number>
  readonly add: (index: number, host: number) => void
}

function createFinds({ nodes, parents }: ConversationTree, path: readonly number[]): Finds {
  const hosts = new Map(path.map((index, position) => [index, position]))
  const leaf = nodes[path.at(-1) ?? NO_PARENT]
  const retracted = findRetracted(nodes, path)
  const woven: WovenEntry[] = []
  const candidates = [...nodes.keys()].filter(index => {
    const node = nodes[index]
    if (!node || !leaf || hosts.has(index) || retracted.has(node.uuid)) return false
    if (node.entry.type === 'progress' || parents[index] === undefined) return false
    return isSameThread(node, leaf)
  })
  return {
    candidates,
    woven,
    hosts,
    add(index, host) {
      const position = hosts.get(host)
      if (position === undefined || hosts.has(index)) return
      hosts.set(index, position)
      woven.push({ index, host, position })
    },
  }
}

function isSameThread({ entry }: LogNode, { entry: leaf }: LogNode): boolean {
  if (isSidechainEntry(entry) !== isSidechainEntry(leaf)) return false
  return !isSidechainEntry(leaf) || readString(entry, 'agentId') === readString(leaf, 'agentId')
}

/** Entries that an answer on the path replaced; they were taken back and do not return. */
function findRetracted(nodes: readonly LogNode[], path: readonly number[]): ReadonlySet<unknown> {
  const retracted = new Set<unknown>()
  for (const index of path) {
    const entry = nodes[index]?.entry
    if (!entry) continue
    for (const field of ['supersedesUuids', 'retractedMessageUuids']) {
      const uuids = readField(entry, field)
      if (Array.isArray(uuids)) for (const uuid of uuids) retracted.add(uuid)
    }
  }
  return retracted
}

/** Blocks of an answer on the path, by its message id. */
function recoverAnswers({ nodes }: ConversationTree, { candidates, hosts, add }: Finds): void {
  const hostOfMessage = new Map<string, number>()
  for (const index of hosts.keys()) {
    const messageId = readId(nodes[index])
    if (messageId !== undefined && !hostOfMessage.has(messageId)) hostOfMessage.set(messageId, index)
  }
  for (const index of candidates) {
    const host = hostOfMessage.get(readId(nodes[index]) ?? '')
    if (host !== undefined) add(index, host)
  }
}

function readId(node: LogNode | undefined): string | undefined {
  return node && readMessageId(node.entry)
}

/** The first result of each call that the path leaves unanswered. */
function recoverResults({ nodes }: ConversationTree, { candidates, hosts, add }: Finds): void {
  const callers = new Map<string, number>()
  for (const index of hosts.keys()) {
    for (const id of nodes[index] ? readToolUseIds(nodes[index].entry) : []) callers.set(id, index)
  }
  for (const index of hosts.keys()) {
    for (const id of nodes[index] ? readToolResultIds(nodes[index].entry) : []) callers.delete(id)
  }
  for (const index of candidates) {
    const ids = nodes[index] ? readToolResultIds(nodes[index].entry) : []
    const host = callers.get(ids.find(id => callers.has(id)) ?? '')
    if (host === undefined) continue
    add(index, host)
    for (const id of ids) callers.delete(id)
  }
}

/** Attachments and system messages beside the path, if nobody speaks below them and the next turn came later. */
function recoverNotes(tree: ConversationTree, { candidates, hosts, add }: Finds): void {
  const { nodes, parents, children } = tree
  const nextTurns = findNextTurns(tree, hosts)
  const isFree = new Set(candidates.filter(index => !hosts.has(index)))
  for (const index of candidates) {
    const parent = parents[index] ?? NO_PARENT
    const position = hosts.get(parent)
    if (position === undefined || hosts.has(index) || !isNote(nodes[index])) continue
    const below = findSubtree(tree, index, child => isFree.has(child))
    const isWordless = below.every(
      node => isNote(nodes[node]) && children[node]?.every(child => isFree.has(child) || isOtherThread(nodes, node, child)),
    )
    if (!isWordless || below.some(node => node > (nextTurns[position] ?? Number.POSITIVE_INFINITY))) continue
    for (const node of below) add(node, node === index ? parent : (parents[node] ?? parent))
  }
}

function isNote(node: LogNode | undefined): boolean {
  return node?.entry.type === 'attachment' || node?.entry.type === 'system'
}

function isOtherThread(nodes: readonly LogNode[], first: number, second: number): boolean {
  const [one, other] = [nodes[first], nodes[second]]
  return one !== undefined && other !== undefined && !isSameThread(other, one)
}
