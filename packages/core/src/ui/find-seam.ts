import { isObject } from '@antiphon/contract'
import { isCompactBoundaryMessage, isMetaMessage, isProgressMessage } from '../message/message-guards.ts'
import { readString } from '../message/read-field.ts'
import { readContentBlocks } from './message-content.ts'
import type { TiedEntry } from './person-stretch.ts'
import type { LogPlace } from './view-item.ts'

/**
 * The last place at `least` or behind it where entries look as if what stands before were over: a message goes on from
 * the one before it, and no call waits. -1 for none. Whether it is over shows when it is read.
 */
export function findSeam(
  entries: readonly TiedEntry<LogPlace>[],
  { least, isLinked }: { readonly least: number; readonly isLinked: boolean },
): number {
  const open = new Set<string>()
  let before: string | undefined
  let side: boolean | undefined
  let seam = -1
  for (const [index, { entry, ties }] of entries.entries()) {
    if (!ties.isMessage) continue
    const isAside = isSidechain(entry)
    side ??= isAside
    // A subagent works while its call waits.
    if (isAside !== side) continue
    const isNext = !isLinked || (before !== undefined && ties.links.parentUuid === before && goesOn(entry))
    const blocks = readContentBlocks(entry)
    const ids = blocks.map(block => readString(block, 'tool_use_id'))
    // Calls of an earlier turn get no result any more.
    if (readString(entry, 'type') === 'user' && !isMetaMessage(entry) && ids.every(isMissing)) open.clear()
    if (index >= least && isNext && open.size === 0) seam = index
    for (const id of ids) if (id !== undefined) open.delete(id)
    for (const block of blocks)
      if (typeof block.type === 'string' && block.type.endsWith('tool_use'))
        open.add(readString(block, 'id') ?? '')
    before = ties.uuid
  }
  return seam
}

function isSidechain(entry: unknown): boolean {
  return isObject(entry) && entry.isSidechain === true
}

function isMissing(id: string | undefined): boolean {
  return id === undefined
}

/** Progress hangs in no chain, and a boundary counts only when its summary is there. */
function goesOn(entry: unknown): boolean {
  return !isProgressMessage(entry) && !isCompactBoundaryMessage(entry)
}
