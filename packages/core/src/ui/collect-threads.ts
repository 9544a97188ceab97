import type { MessagePiece } from './collect-pieces.ts'
import { readToolPart } from './tool-part.ts'

/** What was said in one place: the main conversation, or the work for the call `owner`. */
export type Thread = {
  readonly owner: string | undefined
  /** The thread in which the call stands. */
  readonly parent: string | undefined
  /** How many calls stand above it; the main thread has 0. */
  readonly depth: number
  readonly pieces: readonly MessagePiece[]
}

/**
 * Sorts the pieces of a log into threads, shallow ones first; the main thread comes first and always
 * exists. Work for a call that is not there, that stands inside itself, or that is nested deeper than
 * anybody follows is in the main thread.
 */
export function collectThreads(pieces: readonly MessagePiece[]): Thread[] {
  const callOwners = readCallOwners(pieces)
  const depthOf = createDepths(callOwners)
  const toThread = (owner: string | undefined) => (depthOf(owner) > 0 ? owner : undefined)
  const lists = new Map<string | undefined, MessagePiece[]>([[undefined, []]])
  for (const piece of pieces) {
    const owner = toThread(ownerOfPart(piece, callOwners))
    const list = lists.get(owner)
    if (list) list.push(piece)
    else lists.set(owner, [piece])
  }
  const threads = Array.from(lists, ([owner, list]) => ({
    owner,
    parent: toThread(owner === undefined ? undefined : firstOwner(callOwners, owner)),
    depth: depthOf(owner),
    pieces: list,
  }))
  return threads.sort((one, other) => one.depth - other.depth)
}

// A screen draws threads inside each other by recursion; real agents nest two or three deep.
const DEEPEST_THREAD = 16

type CallOwners = ReadonlyMap<string, ReadonlySet<string | undefined>>

function readCallOwners(pieces: readonly MessagePiece[]): CallOwners {
  const owners = new Map<string, Set<string | undefined>>()
  for (const { message, owner } of pieces) {
    const part = readToolPart(message)
    if (part?.role !== 'call' || part.id === undefined) continue
    const known = owners.get(part.id)
    if (known) known.add(owner)
    else owners.set(part.id, new Set([owner]))
  }
  return owners
}

function firstOwner(callOwners: CallOwners, id: string): string | undefined {
  const [first] = callOwners.get(id) ?? []
  return first
}

/** Hooks, progress and results are told in the main thread too, whichever thread their call is in. */
function ownerOfPart({ message, owner }: MessagePiece, callOwners: CallOwners): string | undefined {
  const part = readToolPart(message)
  if (!part || part.role === 'call') return owner
  const owners = callOwners.get(part.id)
  return !owners || owners.has(owner) ? owner : firstOwner(callOwners, part.id)
}

function createDepths(callOwners: CallOwners): (owner: string | undefined) => number {
  const depths = new Map<string | undefined, number>([[undefined, 0]])
  return owner => {
    const path = new Set<string>()
    let above = owner
    while (above !== undefined && !depths.has(above) && !path.has(above) && callOwners.has(above)) {
      path.add(above)
      above = firstOwner(callOwners, above)
    }
    const isCycle = above !== undefined && path.has(above)
    let depth = isCycle ? Number.POSITIVE_INFINITY : (depths.get(above) ?? 0)
    for (const thread of [...path].reverse()) {
      depth += 1
      depths.set(thread, depth <= DEEPEST_THREAD ? depth : 0)
    }
    return depths.get(owner) ?? 0
  }
}
