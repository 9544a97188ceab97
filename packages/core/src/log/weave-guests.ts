import type { ConversationTree } from './conversation-tree.ts'
import { listGuests } from './list-branches.ts'

/**
 * The path with progress and subagents' entries put back between its own. Each stands behind the entry that the file
 * has before it, wherever the conversation reads that one: what a subagent did was written behind its call, and a
 * compaction that keeps the call takes it along.
 */
export function weaveGuests(tree: ConversationTree, path: readonly number[]): readonly number[] {
  const guests = listGuests(tree, path)
  if (guests.length === 0) return path
  const hosts = path.toSorted((one, other) => one - other)
  const behind = new Map<number, number[]>()
  let next = 0
  for (const guest of guests) {
    while (next < hosts.length && (hosts[next] ?? guest) < guest) next += 1
    const host = hosts[next - 1] ?? BEFORE_ALL
    const list = behind.get(host)
    if (list) list.push(guest)
    else behind.set(host, [guest])
  }
  return [BEFORE_ALL, ...path].flatMap(index => [
    ...(index === BEFORE_ALL ? [] : [index]),
    ...(behind.get(index) ?? []),
  ])
}

const BEFORE_ALL = -1
