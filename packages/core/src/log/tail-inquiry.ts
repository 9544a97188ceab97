import { isChainParticipant } from '../message/message-guards.ts'
import type { UUID } from '../message/uuid.ts'
import { inheritDown } from './conversation-tree.ts'
import type { FollowedLog } from './follow-log.ts'
import { NO_PARENT } from './log-node.ts'

/**
 * What has to be read before the end of a log is understood: entries, none where it is; all up to one more boundary,
 * where the leaf's chain has none yet; or everything.
 */
export type Unread = ReadonlySet<UUID> | 'boundary' | 'everything'

/** The end of a log, and what is asked for because it is not in it. */
export interface TailInquiry {
  readonly log: FollowedLog
  /** True if the node's parent may stand before the tail; then it is asked for. */
  askIfOpen(index: number): boolean
  /** Asks for those of the names that no node has. */
  askFor(names: readonly UUID[]): void
  askForBoundary(): void
  askForEverything(): void
  verdict(): Unread
}

/** Begins with nothing asked for. */
export function createTailInquiry(
  log: FollowedLog,
  openLinks: ReadonlyMap<number, readonly UUID[]>,
): TailInquiry {
  const wanted = new Set<UUID>()
  const openParents = findOpenParents(log, openLinks)
  let isBoundary = false
  let isEverything = false
  return {
    log,
    askIfOpen(index) {
      const names = openParents[index]
      if (names?.length === 0) isEverything = true
      for (const name of names ?? []) wanted.add(name)
      return names !== undefined
    },
    askFor(names) {
      for (const name of names) if (!log.byUuid.has(name)) wanted.add(name)
    },
    askForBoundary() {
      isBoundary = true
    },
    askForEverything() {
      isEverything = true
    },
    verdict: () => (isEverything ? 'everything' : isBoundary ? 'boundary' : wanted),
  }
}

/** For each participant the names of its open link, also where progress stands between it and that link. */
function findOpenParents(
  { nodes, links }: FollowedLog,
  openLinks: ReadonlyMap<number, readonly UUID[]>,
): readonly (readonly UUID[] | undefined)[] {
  const ways = inheritDown<'closed' | readonly UUID[]>(links, index =>
    isChainParticipant(nodes[index]?.entry) ? 'closed' : openLinks.get(index),
  )
  return nodes.map((_, index) => {
    const way = openLinks.get(index) ?? ways[links[index] ?? NO_PARENT]
    return way === 'closed' ? undefined : way
  })
}
