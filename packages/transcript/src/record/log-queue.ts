import { type Entry, encodeEntry, type UUID } from '@antiphon/core'
import { formatSessionKey, type SessionKey } from '../store/session-key.ts'
import type { ConflictReason, TranscriptStore } from '../store/transcript-store.ts'
import { TranscriptError, toTranscriptError } from '../transcript-error.ts'

/** Entries on their way to one log, in order. What a failing store refuses stays here and goes first the next time. */
export interface LogQueue {
  readonly key: SessionKey
  push(entry: QueuedEntry): void
  /**
   * Resolves when all that was pushed, or all up to the last urgent entry, is durable; rejects with what prevents it.
   * What is not urgent and need not go out yet stays for the lazy time.
   */
  drain(upTo: DrainTarget): Promise<void>
  /** The same within the lazy time, for those who do not wait. */
  drainLater(): void
}

export type DrainTarget = 'all' | 'last-urgent'

/** What the queues of one recorder share: after a conflict none of them writes any more. */
export type Fence = { conflict?: TranscriptError }

export type LogQueueOptions = {
  readonly store: TranscriptStore
  readonly key: SessionKey
  /** Where the log ends; asked of the store if unknown. */
  readonly seq: number | undefined
  readonly lazyMilliseconds: number
  readonly fence: Fence
  /** Hears of failures that nobody waited for. */
  readonly onError: (error: TranscriptError) => void
}

type Batch = { readonly end: number; readonly written: Promise<void> }

/** One append at a time, each where the one before ended; whatever arrives meanwhile joins the next. */
export function createLogQueue(options: LogQueueOptions): LogQueue {
  const { store, key, lazyMilliseconds, fence, onError } = options
  const waiting: QueuedEntry[] = []
  let { seq } = options
  let durableCount = 0
  let running: Batch | undefined
  let timer: NodeJS.Timeout | undefined
  let isEndUncertain = false

  const queue: LogQueue = {
    key,
    push: entry => void waiting.push(entry),
    async drain(upTo) {
      if (fence.conflict) throw fence.conflict
      const target = durableCount + countWanted(upTo)
      while (durableCount < target) {
        const { end, written } = running ?? startBatch()
        // A batch that began before our entries came may fail; then ours go out with it again.
        await (end >= target ? written : written.catch(ignore))
        if (fence.conflict) throw fence.conflict
      }
    },
    drainLater() {
      const isAllOnItsWay = durableCount + waiting.length === (running?.end ?? durableCount)
      if (isAllOnItsWay) return
      // The timer holds the process: what was handed over gets written before it ends.
      timer ??= setTimeout(() => queue.drain('all').catch(onError), lazyMilliseconds)
    },
  }
  return queue

  function countWanted(upTo: DrainTarget): number {
    return upTo === 'all' ? waiting.length : waiting.findLastIndex(entry => entry.isUrgent) + 1
  }

  function startBatch(): Batch {
    clearTimeout(timer)
    timer = undefined
    const entries = [...waiting]
    const written = write(entries).finally(() => {
      running = undefined
    })
    written.catch(ignore)
    running = { end: durableCount + entries.length, written }
    return running
  }

  async function write(entries: readonly QueuedEntry[]): Promise<void> {
    try {
      const expectedSeq = await findSeq()
      const outcome = await store.append(
        key,
        entries.map(entry => entry.toEntry()),
        { expectedSeq },
      )
      if (outcome.status === 'conflict') throw stop(outcome.reason, outcome.holder)
      seq = outcome.seq
    } catch (error) {
      isEndUncertain = true
      throw toTranscriptError(error, formatSessionKey(key))
    }
    waiting.splice(0, entries.length)
    durableCount += entries.length
    for (const entry of entries) entry.onDurable?.()
  }

  async function findSeq(): Promise<number> {
    seq ??= (await store.end(key)) ?? 0
    if (!isEndUncertain) return seq
    const end = await findEndAfterFailure({ store, key, seq, queued: waiting })
    if (end === null) throw stop('moved-on')
    isEndUncertain = false
    return end
  }

  function stop(reason: ConflictReason, holder?: string): TranscriptError {
    fence.conflict = toConflictError(key, reason, holder)
    return fence.conflict
  }
}

function toConflictError(key: SessionKey, reason: ConflictReason, holder?: string): TranscriptError {
  const what = {
    leased: 'is being written by another process',
    'moved-on': 'was changed by another writer',
  }[reason]
  return new TranscriptError(
    'conflict',
    `The log ${formatSessionKey(key)} ${what}; nothing more was written to it.${holder === undefined ? '' : ` ${holder}`} Fork the session, or open it again and go on from its end.`,
  )
}

function ignore(): void {}

type FailedAppend = {
  readonly store: Pick<TranscriptStore, 'read' | 'end'>
  readonly key: SessionKey
  /** Where the log ended before the append. */
  readonly seq: number
  /** What was to be appended. */
  readonly queued: readonly QueuedEntry[]
}

/**
 * Where a log ends after an append that failed: it may have left some of our lines, whole or torn, and nobody knows
 * whether they are durable. Null where somebody else's entries stand there.
 */
async function findEndAfterFailure(append: FailedAppend): Promise<number | null> {
  const { store, key, seq, queued } = append
  const end = (await store.end(key)) ?? 0
  // A log that became shorter is left to the store, which calls it a conflict.
  if (end <= seq) return seq
  const isOurs = createOwnershipTest(queued)
  for await (const item of store.read(key, { from: seq }))
    if (item.kind === 'entry' && !isOurs(item.entry)) return null
  return end
}

/** An entry on its way to the log. It takes its final form when it is written: until then its message may still change. */
type QueuedEntry = {
  /** Undefined for a record, which has no identity. */
  readonly uuid: UUID | undefined
  /** False for what may wait a moment: the model's words, which the model could say again. */
  readonly isUrgent: boolean
  readonly toEntry: () => Entry
  readonly onDurable?: () => void
}

/** A test for entries of a log: are they among those that we tried to write? */
function createOwnershipTest(queued: readonly QueuedEntry[]): (entry: Entry) => boolean {
  const uuids = new Set(queued.map(({ uuid }) => uuid).filter(uuid => uuid !== undefined))
  const records = new Set(
    queued.filter(({ uuid }) => uuid === undefined).map(({ toEntry }) => encodeEntry(toEntry())),
  )
  return entry => {
    const uuid: unknown = 'uuid' in entry ? entry.uuid : undefined
    return (typeof uuid === 'string' && uuids.has(uuid)) || records.has(encodeEntry(entry))
  }
}
