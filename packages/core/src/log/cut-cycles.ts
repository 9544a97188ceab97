import { NO_PARENT, type ParentLinks } from './log-node.ts'

export type CutCyclesOptions = {
  /** Where a node may hang instead; its own links are checked again. */
  readonly bridges?: ParentLinks
  readonly onCut: (index: number, bridge: number) => void
}

/** Parents without cycles: in each, the node that stands first in the file lets go of its parent. */
export function cutCycles(parents: ParentLinks, { bridges, onCut }: CutCyclesOptions): number[] {
  const cut = [...parents]
  const bridged = new Set<number>()
  for (const first of findCycles(cut)) {
    const bridge = bridges?.[first] ?? NO_PARENT
    cut[first] = bridge
    bridged.add(first)
    onCut(first, bridge)
  }
  // A bridge may lead to a descendant; what closes a cycle again becomes a root.
  for (const first of findCycles(cut)) {
    cut[first] = NO_PARENT
    if (!bridged.has(first)) onCut(first, NO_PARENT)
  }
  return cut
}

/** The first node of each cycle. Every node is visited twice at most. */
function findCycles(parents: ParentLinks): readonly number[] {
  const visit = new Array<number>(parents.length).fill(0)
  const firsts: number[] = []
  for (let start = 0; start < parents.length; start++) {
    let node = start
    while (node !== NO_PARENT && visit[node] === 0) {
      visit[node] = start + 1
      node = parents[node] ?? NO_PARENT
    }
    if (node !== NO_PARENT && visit[node] === start + 1) firsts.push(findFirst(parents, node))
  }
  return firsts
}

function findFirst(parents: ParentLinks, member: number): number {
  let first = member
  for (let node = parents[member] ?? NO_PARENT; node !== member; node = parents[node] ?? NO_PARENT) {
    first = Math.min(first, node)
  }
  return first
}
