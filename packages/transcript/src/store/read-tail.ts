import {
  buildLiveContext,
  type Entry,
  isCompactBoundaryMessage,
  type LogRepair,
  type UUID,
} from '@antiphon/core'
import type { LiveContext, Unread } from '@antiphon/core/log'
import type { SessionKey } from './session-key.ts'
import type { StoredDamage, StoredItem, TranscriptStore } from './transcript-store.ts'

export type TailSource = { readonly store: Pick<TranscriptStore, 'read'>; readonly key: SessionKey }

export type ReadTailOptions = {
  /** Where the log ends. */
  readonly end: number
  readonly leafUuid?: UUID | undefined
  readonly signal?: AbortSignal | undefined
  /** Makes an entry smaller before it is held; its links, ids and kind have to stay. */
  readonly strip?: (entry: Entry) => Entry
}

type BoundedTailOptions = ReadTailOptions & {
  /** Where more of the log would have to be held, there is no answer. */
  readonly maxHeld: number
}

/** The live context of a log, and how much of the log it took. */
export type LiveTail = {
  readonly context: LiveContext
  /** For each message of the context where its entry begins. */
  readonly seqs: readonly number[]
  /** Where reading stopped: everything before it was left alone. */
  readonly from: number
}

/** Reads a log from its end until the live context is certain: mostly to the last boundary, at worst to its beginning. */
export async function readTail(source: TailSource, options: ReadTailOptions): Promise<LiveTail>
export async function readTail(source: TailSource, options: BoundedTailOptions): Promise<LiveTail | undefined>
export async function readTail(
  { store, key }: TailSource,
  {
    end,
    leafUuid,
    signal,
    strip,
    maxHeld = Number.POSITIVE_INFINITY,
  }: Partial<BoundedTailOptions> & ReadTailOptions,
): Promise<LiveTail | undefined> {
  const held = createHeldTail(leafUuid)
  const need = createTailNeed(leafUuid)
  for await (const item of store.read(key, { direction: 'backwards', from: end })) {
    signal?.throwIfAborted()
    if (end - item.seq > maxHeld) return undefined
    held.add(strip && item.kind === 'entry' ? { ...item, entry: strip(item.entry) } : item)
    if (item.kind !== 'entry' || !need.isMetBy(item.entry, held.size())) continue
    const reading = held.readAsTail()
    if ('tail' in reading) return reading.tail
    need.change(reading.unread, held.size())
  }
  return held.readAsWhole()
}

/** What has been read of a log, from its end on. */
interface HeldTail {
  add(item: StoredItem): void
  /** How many entries are held. */
  size(): number
  /** The live context, if what is held tells it. */
  readAsTail(): { readonly tail: LiveTail } | { readonly unread: Unread }
  /** The live context, where nothing is left to read. */
  readAsWhole(): LiveTail
}

/** Begins with nothing; `leafUuid` is the leaf that was asked for. */
function createHeldTail(leafUuid: UUID | undefined): HeldTail {
  // All of them last first.
  const entries: Entry[] = []
  const seqs: number[] = []
  const damage: LogRepair[] = []
  let from = 0

  function listInOrder(): { readonly entries: readonly Entry[]; readonly options: ReadingOptions } {
    const offsets = seqs.toReversed()
    return {
      entries: entries.toReversed(),
      options: { offsets, ...(leafUuid !== undefined && { leafUuid }) },
    }
  }

  function toTail(context: LiveContext, { offsets }: ReadingOptions): Omit<LiveTail, 'from'> {
    const messageSeqs = context.positions.flatMap(position => offsets[position] ?? [])
    const start = isCompactBoundaryMessage(context.messages[0]) ? (messageSeqs[0] ?? 0) : 0
    const liveDamage = damage.filter(({ offset = 0 }) => offset >= start).reverse()
    return { context: { ...context, report: [...liveDamage, ...context.report] }, seqs: messageSeqs }
  }

  return {
    add(item) {
      from = item.seq
      if (item.kind === 'bad') damage.push(toRepair(item))
      else {
        entries.push(item.entry)
        seqs.push(item.seq)
      }
    },
    size: () => entries.length,
    readAsTail() {
      const { entries: inOrder, options } = listInOrder()
      const reading = buildLiveContext(inOrder, { ...options, isWhole: false })
      if (reading.status === 'unread') return reading
      return { tail: { ...toTail(reading.context, options), from } }
    },
    readAsWhole() {
      const { entries: inOrder, options } = listInOrder()
      const { context } = buildLiveContext(inOrder, { ...options, isWhole: true })
      return { ...toTail(context, options), from: 0 }
    },
  }
}

type ReadingOptions = { readonly offsets: readonly number[]; readonly leafUuid?: UUID }

function toRepair({ reason, seq, next }: StoredDamage): LogRepair {
  return { rule: 'bad-line', uuid: null, offset: seq, detail: `${reason}, ${next - seq} bytes` }
}

/** What has to come before it is worth the time to look at what was read. */
interface TailNeed {
  /** True if the need is met with this entry, the `count`th. */
  isMetBy(entry: Entry, count: number): boolean
  /** What a look at `count` entries found missing. */
  change(unread: Unread, count: number): void
}

/** At first a boundary will do; behind the leaf that is asked for, none does. */
function createTailNeed(leafUuid: UUID | undefined): TailNeed {
  let isBoundaryNeeded = true
  let isEverythingNeeded = false
  let missing = new Set<unknown>(leafUuid === undefined ? [] : [leafUuid])
  let looks = 0
  let leastCount = 0
  return {
    isMetBy(entry, count) {
      if (missing.size > 0) {
        // A boundary may itself be the leaf.
        if (!missing.delete('uuid' in entry ? entry.uuid : undefined) || missing.size > 0) return false
      }
      if (isEverythingNeeded || count < leastCount) return false
      return !isBoundaryNeeded || isCompactBoundaryMessage(entry)
    },
    change(unread, count) {
      isEverythingNeeded = unread === 'everything'
      isBoundaryNeeded = unread === 'boundary'
      missing = new Set(typeof unread === 'string' ? [] : unread)
      // Looking again costs as much as all that was read; so that is not done for every few entries.
      if (++looks >= MAX_EXACT_LOOKS) leastCount = Math.ceil(count * GROWTH)
    },
  }
}

const MAX_EXACT_LOOKS = 4
const GROWTH = 1.5
