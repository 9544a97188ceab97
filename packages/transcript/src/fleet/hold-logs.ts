import { type Entry, encodeEntry } from '@antiphon/core'
import { checkSessionKey, formatSessionKey, type SessionKey } from '../store/session-key.ts'
import type { AppendOutcome } from '../store/transcript-store.ts'
import { TranscriptError } from '../transcript-error.ts'

/** A log that a store may write, and where it ends. */
export type HeldLog = {
  end: number
  /** What became of the last append is not known: the next one claims the log anew, so that nothing late can touch it. */
  isUnsure?: boolean
}

/** Lines to be appended, in one piece of memory. */
export type Lines = { readonly bytes: Buffer; readonly lengths: readonly number[] }

/** Lines without their ends, as they shall come back. */
export function toLines(lines: readonly Uint8Array[]): Lines {
  return { bytes: Buffer.concat(lines), lengths: lines.map(({ length }) => length) }
}

/** Entries as lines of a log. */
export function toEntryLines(entries: readonly Entry[]): Lines {
  return toLines(entries.map(entry => Buffer.from(encodeEntry(entry))))
}

export type ClaimWish = {
  readonly lines: Lines
  /** Where it has to end; anywhere where undefined. */
  readonly expected: number | undefined
  /** Takes it from a living writer: that one is refused from then on. */
  readonly isForced?: boolean
  /** Leaves the log theirs who wrote it before. */
  readonly isForOthers?: boolean
}

/** What became of a claim: ours with the lines in it, or how the log is. */
export type Claim<Log> =
  | { readonly status: 'claimed'; readonly log: Log }
  | { readonly status: 'refused'; readonly end: number; readonly holder: string | null }

/** How a server keeps logs apart: what `holdLogs` asks of it. One thing at a time for each log. */
export interface LogKeeper<Log extends HeldLog> {
  /** Becomes the writer of a log and appends. */
  claim(key: SessionKey, wish: ClaimWish): Promise<Claim<Log>>
  /** True where it is durable; false where somebody else has the log by now. */
  append(log: Log, lines: Lines): Promise<boolean>
  endOf(key: SessionKey): Promise<number | null>
  /** Lets go of a log that is held. */
  release(log: Log): Promise<void>
}

/** The logs that a store writes, each one step after the other. */
export interface LogHolder<Log extends HeldLog> {
  append(key: SessionKey, lines: Lines, expected: number | undefined): Promise<AppendOutcome>
  takeOver(key: SessionKey): Promise<void>
  annotate(key: SessionKey, lines: Lines, expected: number | undefined): Promise<AppendOutcome>
  release(key: SessionKey): Promise<void>
  /** Does something between two appends to a log; it is told whether this store holds it. */
  between<T>(key: SessionKey, work: (log: Log | null) => Promise<T>): Promise<T>
  /** Knows nothing of a log any more. */
  forget(key: SessionKey): void
  flush(): Promise<void>
  /** Takes no more, and gives what is held by then. */
  close(): Promise<readonly Log[]>
}

/** Nothing is held yet. */
export function holdLogs<Log extends HeldLog>(keeper: LogKeeper<Log>): LogHolder<Log> {
  /** Null for a log that somebody else has by now: it stays theirs until it is released here. */
  const held = new Map<string, Log | null>()
  const chains = new Map<string, Promise<unknown>>()
  let isClosed = false

  function inOrder<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done = (chains.get(name) ?? Promise.resolve()).then(work)
    const settled = done
      .catch(() => undefined)
      .then(() => {
        if (chains.get(name) === settled) chains.delete(name)
      })
    chains.set(name, settled)
    return done
  }

  async function appendNow(
    key: SessionKey,
    lines: Lines,
    expected: number | undefined,
  ): Promise<AppendOutcome> {
    const name = formatSessionKey(key)
    const log = held.get(name)
    if (lines.lengths.length === 0) return appendNothing(key, log?.isUnsure ? undefined : log?.end, expected)
    if (log === undefined) return claim(key, { lines, expected })
    if (log?.isUnsure) return claim(key, { lines, expected: expected ?? log.end })
    if (log === null || (expected ?? log.end) !== log.end)
      return conflict(log?.end ?? (await keeper.endOf(key)) ?? 0)
    if (await appendSurely(log, lines)) {
      log.end += lines.lengths.length
      return { status: 'appended', seq: log.end }
    }
    held.set(name, null)
    return conflict((await keeper.endOf(key)) ?? 0)
  }

  async function appendSurely(log: Log, lines: Lines): Promise<boolean> {
    try {
      return await keeper.append(log, lines)
    } catch (error) {
      log.isUnsure = true
      throw error
    }
  }

  async function appendNothing(
    key: SessionKey,
    known: number | undefined,
    expected: number | undefined,
  ): Promise<AppendOutcome> {
    const end = known ?? (await keeper.endOf(key)) ?? 0
    return (expected ?? end) === end ? { status: 'appended', seq: end } : conflict(end)
  }

  async function claim(key: SessionKey, wish: ClaimWish): Promise<AppendOutcome> {
    const outcome = await keeper.claim(key, wish)
    if (outcome.status === 'claimed') {
      held.set(formatSessionKey(key), outcome.log)
      return { status: 'appended', seq: outcome.log.end }
    }
    const { holder, end } = outcome
    if (holder === null || (wish.expected !== undefined && wish.expected !== end)) return conflict(end)
    return {
      status: 'conflict',
      reason: 'leased',
      seq: end,
      holder: `${formatSessionKey(key)} is written by ${holder}.`,
    }
  }

  async function releaseNow(name: string): Promise<void> {
    const log = held.get(name)
    held.delete(name)
    if (log) await keeper.release(log)
  }

  function nameOf(key: SessionKey): string {
    checkSessionKey(key)
    return formatSessionKey(key)
  }

  return {
    async append(key, lines, expected) {
      const name = nameOf(key)
      if (isClosed) throw new TranscriptError('closed', 'The store was closed.')
      return inOrder(name, () => appendNow(key, lines, expected))
    },
    async takeOver(key) {
      const name = nameOf(key)
      await inOrder(name, async () => {
        held.delete(name)
        await claim(key, { lines: NOTHING, expected: undefined, isForced: true })
      })
    },
    async annotate(key, lines, expected) {
      const name = nameOf(key)
      return inOrder(name, async () => {
        const outcome = await claim(key, { lines, expected, isForOthers: true })
        if (outcome.status === 'appended') await releaseNow(name)
        return outcome
      })
    },
    async release(key) {
      const name = nameOf(key)
      await inOrder(name, () => releaseNow(name))
    },
    async between(key, work) {
      const name = nameOf(key)
      return inOrder(name, () => work(held.get(name) ?? null))
    },
    forget(key) {
      held.delete(formatSessionKey(key))
    },
    async flush() {
      await Promise.all(chains.values())
    },
    async close() {
      isClosed = true
      await Promise.all(chains.values())
      return [...held.values()].filter(log => log !== null)
    },
  }
}

const NOTHING: Lines = { bytes: Buffer.alloc(0), lengths: [] }

function conflict(seq: number): AppendOutcome {
  return { status: 'conflict', reason: 'moved-on', seq }
}
