import {
  buildLiveContext,
  type Entry,
  isCompactBoundaryMessage,
  type LogRepair,
  type UUID,
} from '@antiphon/core'
import type { LiveContext, Unread } from '@antiphon/core/log'
import type { Tail } from './read-tail.ts'
import type { StoredDamage, StoredItem } from './transcript-store.ts'

/** What has been read of a log, from its end on. */
export interface HeldTail {
  add(item: StoredItem): void
  /** How many entries are held. */
  size(): number
  /** The live context, if what is held tells it. */
  readAsTail(): { readonly tail: Tail } | { readonly unread: Unread }
  /** The live context, where nothing is left to read. */
  readAsWhole(): Tail
}

/** Begins with nothing; `leafUuid` is the leaf that was asked for. */
export function createHeldTail(leafUuid: UUID | undefined): HeldTail {
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

  function toTail(context: LiveContext, { offsets }: ReadingOptions): Omit<Tail, 'from'> {
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
