import { isChainParticipant } from '../message/message-guards.ts'
import { type LogNode, NO_PARENT, type ParentLinks } from './log-node.ts'

/** The nodes that take part in the chain, by their links. Progress is bridged through and left out. */
export type ConversationTree = {
  readonly nodes: readonly LogNode[]
  /** Progress nodes have no parent and no child here. */
  readonly parents: ParentLinks
  readonly children: readonly (readonly number[])[]
}

/** Builds the tree from links that have no cycle. */
export function createTree(nodes: readonly LogNode[], links: ParentLinks): ConversationTree {
  const parents = bridgeProgress(nodes, links)
  const children: number[][] = nodes.map(() => [])
  parents.forEach((parent, index) => {
    if (parent !== NO_PARENT) children[parent]?.push(index)
  })
  return { nodes, parents, children }
}

/** The way from the root to `leaf`. */
export function findPath({ parents }: ConversationTree, leaf: number): number[] {
  const path: number[] = []
  for (let node = leaf; node !== NO_PARENT; node = parents[node] ?? NO_PARENT) path.push(node)
  return path.reverse()
}

/** `start` and all that hangs below it, as far as `mayEnter` holds. */
export function findSubtree(
  { children }: ConversationTree,
  { start, mayEnter }: { readonly start: number; readonly mayEnter?: (index: number) => boolean },
): number[] {
  const found: number[] = [start]
  for (let next = 0; next < found.length; next++) {
    for (const child of children[found[next] ?? NO_PARENT] ?? []) {
      if (!mayEnter || mayEnter(child)) found.push(child)
    }
  }
  return found
}

/**
 * For each node what `seek` says of the nearest node at or above it that it says anything of. Each node is
 * asked once, however deep the tree.
 */
export function inheritDown<T>(
  parents: ParentLinks,
  seek: (index: number) => T | undefined,
): (T | undefined)[] {
  const known = new Array<T | undefined>(parents.length).fill(undefined)
  const isKnown = new Array<boolean>(parents.length).fill(false)
  parents.forEach((_, start) => {
    const asked: number[] = []
    let value: T | undefined
    for (let node = start; node !== NO_PARENT; node = parents[node] ?? NO_PARENT) {
      value = isKnown[node] ? known[node] : seek(node)
      if (isKnown[node]) break
      asked.push(node)
      if (value !== undefined) break
    }
    for (const node of asked) {
      known[node] = value
      isKnown[node] = true
    }
  })
  return known
}

function bridgeProgress(nodes: readonly LogNode[], links: ParentLinks): readonly number[] {
  const isParticipant = nodes.map(node => isChainParticipant(node.entry))
  const participants = inheritDown(links, index => (isParticipant[index] ? index : undefined))
  return links.map((parent, index) =>
    isParticipant[index] && parent !== NO_PARENT ? (participants[parent] ?? NO_PARENT) : NO_PARENT,
  )
}
