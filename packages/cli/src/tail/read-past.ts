import { buildPersonView, type Message } from '@antiphon/core'
import { readItemsBackwards, type StoredItem } from '@antiphon/transcript'

/** The end of a log, in its order, and where to go on. */
export type Past = { readonly items: readonly StoredItem[]; readonly next: number }

export type ReadPastOptions = {
  readonly lines: number
  /** What `lines` counts: entries, or what a person sees of them. */
  readonly counts: 'entries' | 'items'
}

/** Reads a log from its end, as far as it has to. */
export async function readPast(path: string, { lines, counts }: ReadPastOptions): Promise<Past> {
  const items: StoredItem[] = []
  let next: number | undefined
  let checkAt = lines
  for await (const item of readItemsBackwards(path)) {
    next ??= item.next
    if (lines === 0) break
    items.push(item)
    if (items.length < checkAt) continue
    if (counts === 'entries' || countShown(items) > lines || items.length > lines * MAX_ITEMS_PER_LINE) break
    checkAt *= 2
  }
  return { items: items.reverse(), next: next ?? 0 }
}

// Many results, notes and titles stand between two things that a person sees; but not that many.
const MAX_ITEMS_PER_LINE = 200

function countShown(items: readonly StoredItem[]): number {
  const entries = items.toReversed().flatMap(item => (item.kind === 'entry' ? [item.entry] : []))
  // The view takes any values.
  return buildPersonView(entries as readonly unknown[] as readonly Message[]).length
}
