import { cutCycles } from './cut-cycles.ts'
import { type LogNode, NO_PARENT, type NodeIndex, type ParentLinks } from './log-node.ts'
import type { ReportRepair } from './log-repair.ts'
import { type FoundSegment, findPreservedSegment, hasPreservedSegment } from './preserved-segment.ts'

export type PreservedSegments = {
  readonly nodes: readonly LogNode[]
  readonly parents: ParentLinks
  readonly byUuid: NodeIndex
  /** Oldest first: a later compaction may keep what an earlier one kept. */
  readonly boundaries: readonly number[]
  readonly addRepair: ReportRepair
}

/**
 * Links in which the entries kept by each compaction stand behind its summary: the head hangs off the anchor, each
 * member off the one before it, and what followed the anchor follows the tail. The archive closes over the gap.
 */
export function relinkPreservedSegments(source: PreservedSegments): readonly number[] {
  const { nodes, byUuid, boundaries, addRepair } = source
  const keeping = boundaries.filter(boundary => hasPreservedSegment(nodes[boundary]))
  if (keeping.length === 0) return [...source.parents]
  const links = createLinks(source.parents)
  for (const boundary of keeping) {
    const { parents, work } = links
    const maxSteps = MAX_WORK * nodes.length - work
    const segment = findPreservedSegment({ nodes, boundary, parents, byUuid, maxSteps })
    if (segment) relink(links, segment)
    else reportLost(nodes[boundary], addRepair)
  }
  return cutCycles(links.parents, { onCut: () => {} })
}

// A hostile log could have the same long segment kept again and again; an honest one moves each entry a few times.
const MAX_WORK = 16

type Links = { readonly parents: number[]; readonly children: number[][]; work: number }

function createLinks(parents: ParentLinks): Links {
  const children: number[][] = parents.map(() => [])
  parents.forEach((parent, index) => {
    if (parent !== NO_PARENT) children[parent]?.push(index)
  })
  return { parents: [...parents], children, work: 0 }
}

function relink(links: Links, { boundary, anchor, members, companions }: FoundSegment): void {
  const kept = new Set(members)
  const tail = members.at(-1) ?? anchor
  const isArchived = (index: number) => index <= boundary && !companions.has(index)
  for (const [member, outside] of findOutsides(links.parents, kept)) {
    moveChildren(links, { from: member, to: outside, which: child => !kept.has(child) && isArchived(child) })
  }
  moveChildren(links, { from: anchor, to: tail, which: child => !kept.has(child) })
  members.forEach((member, position) => {
    setParent(links, { child: member, parent: members[position - 1] ?? anchor })
  })
}

/** For each member the nearest entry above it that is not kept. */
function findOutsides(parents: ParentLinks, kept: ReadonlySet<number>): ReadonlyMap<number, number> {
  const outsides = new Map<number, number>()
  for (const member of kept) {
    const passed: number[] = []
    let node = member
    while (kept.has(node) && !outsides.has(node)) {
      passed.push(node)
      node = parents[node] ?? NO_PARENT
    }
    const outside = outsides.get(node) ?? node
    for (const index of passed) outsides.set(index, outside)
  }
  return outsides
}

function moveChildren(
  links: Links,
  move: { readonly from: number; readonly to: number; readonly which: (child: number) => boolean },
): void {
  const children = links.children[move.from] ?? []
  links.work += children.length + 1
  const moved = children.filter(move.which)
  if (moved.length === 0) return
  links.children[move.from] = children.filter(child => !move.which(child))
  for (const child of moved) {
    links.parents[child] = move.to
    links.children[move.to]?.push(child)
  }
}

function setParent(
  links: Links,
  { child, parent }: { readonly child: number; readonly parent: number },
): void {
  const former = links.parents[child] ?? NO_PARENT
  if (former === parent) return
  const siblings = links.children[former] ?? []
  links.work += siblings.length
  if (former !== NO_PARENT) links.children[former] = siblings.filter(sibling => sibling !== child)
  links.children[parent]?.push(child)
  links.parents[child] = parent
}

function reportLost(node: LogNode | undefined, addRepair: ReportRepair): void {
  if (!node) return
  const { uuid, position } = node
  addRepair({ rule: 'preserved-segment', uuid, position, detail: 'kept messages stay before the boundary' })
}
