import type { UUID } from '../message/uuid.ts'
import { type ConversationTree, inheritDown } from './conversation-tree.ts'
import { filledField, isSidechainEntry, NO_PARENT } from './log-node.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

/** Entries that the conversation left behind: an edited prompt, another session in the file, a dead end. */
export type Branch = {
  /** The entry of the conversation off which the branch hangs; null for one with a root of its own. */
  readonly forkUuid: UUID | null
  /** Where the branch ends; hand it to `buildConversation` to read the branch as a conversation. */
  readonly leafUuid: UUID
  /** In file order. */
  readonly messages: readonly TranscriptEntry[]
}

/** A subagent's entries inside this log. */
export type Sidechain = {
  readonly agentId?: string
  readonly rootUuid: UUID
  /** In file order. */
  readonly messages: readonly TranscriptEntry[]
}

/** All chain participants that are not on `path`, as branches and as sidechains. */
export function listBranches(
  tree: ConversationTree,
  path: readonly number[],
): { readonly branches: readonly Branch[]; readonly sidechains: readonly Sidechain[] } {
  const branches: Branch[] = []
  const sidechains: Sidechain[] = []
  const mainKind = kindOf(tree, path.at(-1) ?? NO_PARENT)
  for (const members of groupOffPath(tree, path)) {
    const kind = kindOf(tree, members[0] ?? NO_PARENT)
    // In a subagent's own file the subagent's chain is the conversation, and its dead ends are branches.
    if (kind === MAIN || kind === mainKind) branches.push(toBranch(tree, members))
    else sidechains.push(toSidechain(tree, members))
  }
  return { branches, sidechains }
}

/** A sidechain by its agent, everything else by the topmost entry that is off the path; each in file order. */
function groupOffPath(tree: ConversationTree, path: readonly number[]): Iterable<readonly number[]> {
  const { nodes, parents } = tree
  const onPath = new Set(path)
  const mainKind = kindOf(tree, path.at(-1) ?? NO_PARENT)
  const tops = inheritDown(parents, index => {
    const parent = parents[index] ?? NO_PARENT
    const isTop = parent === NO_PARENT || onPath.has(parent) || kindOf(tree, parent) !== kindOf(tree, index)
    return isTop ? index : undefined
  })
  const groups = new Map<string | number, number[]>()
  nodes.forEach(({ entry }, index) => {
    if (onPath.has(index) || entry.type === 'progress') return
    const kind = kindOf(tree, index)
    const isByAgent = kind !== mainKind && kind !== MAIN && kind !== UNNAMED_AGENT
    const key = isByAgent ? kind : (tops[index] ?? index)
    const group = groups.get(key)
    if (group) group.push(index)
    else groups.set(key, [index])
  })
  return groups.values()
}

/** What is told between the messages of the conversation: progress and subagents' entries, in file order. */
export function listGuests(tree: ConversationTree, path: readonly number[]): readonly number[] {
  const onPath = new Set(path)
  const mainKind = kindOf(tree, path.at(-1) ?? NO_PARENT)
  return [...tree.nodes.keys()].filter(index => {
    if (onPath.has(index)) return false
    const kind = kindOf(tree, index)
    return tree.nodes[index]?.entry.type === 'progress' || (kind !== MAIN && kind !== mainKind)
  })
}

/** Main chain, or which subagent: a group never mixes them. */
function kindOf({ nodes }: ConversationTree, index: number): string {
  const entry = nodes[index]?.entry
  return entry && isSidechainEntry(entry) ? `agent ${filledField(entry, 'agentId') ?? ''}` : MAIN
}

const MAIN = 'main'
const UNNAMED_AGENT = 'agent '

function toBranch(tree: ConversationTree, members: readonly number[]): Branch {
  const inside = new Set(members)
  const top = members.find(index => !inside.has(tree.parents[index] ?? NO_PARENT)) ?? NO_PARENT
  const leaf = members.findLast(index => !tree.children[index]?.some(child => inside.has(child))) ?? top
  return {
    forkUuid: tree.nodes[tree.parents[top] ?? NO_PARENT]?.uuid ?? null,
    leafUuid: tree.nodes[leaf]?.uuid ?? '',
    messages: members.flatMap(index => tree.nodes[index]?.entry ?? []),
  }
}

function toSidechain(tree: ConversationTree, members: readonly number[]): Sidechain {
  const messages = members.flatMap(index => tree.nodes[index]?.entry ?? [])
  const root = tree.nodes[members[0] ?? NO_PARENT]
  const agentId = root && filledField(root.entry, 'agentId')
  return { ...(agentId !== undefined && { agentId }), rootUuid: root?.uuid ?? '', messages }
}
