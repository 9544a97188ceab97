import type { Entry, UUID } from '@antiphon/core'
import type { LiveContext } from '@antiphon/core/log'
import { createHeldTail } from './held-tail.ts'
import type { SessionKey } from './session-key.ts'
import { createTailNeed } from './tail-need.ts'
import type { TranscriptStore } from './transcript-store.ts'

export type TailSource = { readonly store: Pick<TranscriptStore, 'read'>; readonly key: SessionKey }

export type ReadTailOptions = {
  /** Where the log ends. */
  readonly end: number
  readonly leafUuid?: UUID | undefined
  readonly signal?: AbortSignal | undefined
  /** Makes an entry smaller before it is held; its links, ids and kind have to stay. */
  readonly strip?: (entry: Entry) => Entry
}

export type BoundedTailOptions = ReadTailOptions & {
  /** Where more of the log would have to be held, there is no answer. */
  readonly maxHeld: number
}

/** The live context of a log, and how much of the log it took. */
export type Tail = {
  readonly context: LiveContext
  /** For each message of the context where its entry begins. */
  readonly seqs: readonly number[]
  /** Where reading stopped: everything before it was left alone. */
  readonly from: number
}

/** Reads a log from its end until the live context is certain: mostly to the last boundary, at worst to its beginning. */
export async function readTail(source: TailSource, options: ReadTailOptions): Promise<Tail>
export async function readTail(source: TailSource, options: BoundedTailOptions): Promise<Tail | undefined>
export async function readTail(
  { store, key }: TailSource,
  {
    end,
    leafUuid,
    signal,
    strip,
    maxHeld = Number.POSITIVE_INFINITY,
  }: Partial<BoundedTailOptions> & ReadTailOptions,
): Promise<Tail | undefined> {
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
