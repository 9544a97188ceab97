import type { Entry } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import { readItemsBackwards, readItemsForwards, type StoredItem } from '@antiphon/transcript'

/** A stretch of a log around a place, which moves through it: it holds so much, however long the log is. */
export interface LogWindow {
  entries(): readonly HeldEntry[]
  /** Whether it reaches to the beginning or to the end. */
  isAtStart(): boolean
  isAtEnd(): boolean
  /** How far into the log a position is, between 0 and 1. */
  share(seq: number): number
  /** Begins anew at one end. */
  open(end: 'start' | 'end'): Promise<void>
  /** Reads on at one end, and lets go of what lies behind `keep` at the other. */
  extend(end: 'start' | 'end', keep: number): Promise<void>
}

export type HeldEntry = { readonly entry: Entry; readonly seq: number; readonly next: number }

/** Nothing was read. */
export function createLogWindow(path: string): LogWindow {
  let held: readonly HeldEntry[] = []
  // What was read, whether or not it is shown.
  let [start, end, size] = [0, 0, 1]
  let [isAtStart, isAtEnd] = [false, false]

  async function readOlder(from?: number): Promise<readonly HeldEntry[]> {
    const read: HeldEntry[] = []
    for await (const item of readItemsBackwards(path, from === undefined ? {} : { from })) {
      if (from === undefined && start === end) end = item.next
      start = item.seq
      add(item, read)
      if (isEnough(read)) return read.reverse()
    }
    isAtStart = true
    return read.reverse()
  }

  async function readNewer(from: number): Promise<readonly HeldEntry[]> {
    const read: HeldEntry[] = []
    for await (const item of readItemsForwards(path, { from })) {
      end = item.next
      add(item, read)
      if (isEnough(read)) return read
    }
    isAtEnd = true
    return read
  }

  return {
    entries: () => held,
    isAtStart: () => isAtStart,
    isAtEnd: () => isAtEnd,
    share: seq => Math.min(1, seq / size),
    async open(at) {
      ;[start, end, held] = [0, 0, []]
      ;[isAtStart, isAtEnd] = [at === 'start', at === 'end']
      held = at === 'start' ? await readNewer(0) : await readOlder()
      size = Math.max(size, end)
    },
    async extend(at, keep) {
      if (at === 'start' && !isAtStart) {
        const older = await readOlder(start)
        const kept = takeMost(held, ({ seq }) => seq <= keep)
        if (kept.length < held.length) [isAtEnd, end] = [false, kept.at(-1)?.next ?? start]
        held = [...older, ...kept]
      } else if (at === 'end' && !isAtEnd) {
        const newer = await readNewer(end)
        size = Math.max(size, end)
        const kept = takeMost(held.toReversed(), ({ seq }) => seq >= keep).toReversed()
        if (kept.length < held.length) [isAtStart, start] = [false, kept[0]?.seq ?? end]
        held = [...kept, ...newer]
      }
    },
  }
}

function add(item: StoredItem, read: HeldEntry[]): void {
  if (item.kind === 'entry' && isTranscriptEntry(item.entry))
    read.push({ entry: item.entry, seq: item.seq, next: item.next })
}

const CHUNK = 200
const CHUNK_BYTES = 2_000_000

function isEnough(read: readonly HeldEntry[]): boolean {
  return read.length >= CHUNK || bytesOf(read) >= CHUNK_BYTES
}

/** The first of some entries: as many as are held at least, and those that are needed. */
function takeMost(
  entries: readonly HeldEntry[],
  isNeeded: (entry: HeldEntry) => boolean,
): readonly HeldEntry[] {
  let bytes = 0
  const last = entries.findIndex((entry, index) => {
    bytes += entry.next - entry.seq
    return (index >= 2 * CHUNK || bytes > 2 * CHUNK_BYTES) && !isNeeded(entry)
  })
  return last === -1 ? entries : entries.slice(0, last)
}

function bytesOf(entries: readonly HeldEntry[]): number {
  return entries.reduce((sum, { seq, next }) => sum + next - seq, 0)
}
