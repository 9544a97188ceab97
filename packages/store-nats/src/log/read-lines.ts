import type { SessionKey, StoredLine } from '@antiphon/transcript'
import { toDraftSubject, toLogSubject } from '../stream/stream-names.ts'
import { readFrame } from './frame.ts'
import { endOf, type LogMessage, toLogMessage } from './log-mark.ts'
import type { StoreStreams } from './read-state.ts'

/** A part of a log that lies under one subject: all of it, unless it began as a draft. */
export type LogSegment = {
  readonly subject: string
  /** Positions: the first, and the one behind the last. */
  readonly from: number
  readonly to: number
  /** Its last message. */
  readonly last: LogMessage
}

/** Where the lines of a log lie, in their order. */
export async function listSegments(
  { broker, names }: StoreStreams,
  key: SessionKey,
  state: LogMessage,
): Promise<readonly LogSegment[]> {
  const { base } = state.head
  const own = {
    subject: toLogSubject(names, key),
    from: base?.count ?? 0,
    to: endOf(state.head),
    last: state,
  }
  if (base === null) return [own]
  const subject = toDraftSubject(names, base.draft, key)
  const last = toLogMessage(await broker.last(names.logs, subject))
  return last ? [{ subject, from: 0, to: base.count, last }, own] : [own]
}

export type ReadSubjectOptions = {
  readonly key: SessionKey
  /** The last message that is read. */
  readonly state: LogMessage
  /** The first position that is read; backwards, the one behind it. */
  readonly from: number
  readonly isBackwards?: boolean
}

/** The lines of a log from a position on, some messages at a time: memory is bounded by these and the longest line. */
export async function* readLines(
  streams: StoreStreams,
  { key, state, from, isBackwards = false }: ReadSubjectOptions,
): AsyncGenerator<StoredLine, void, undefined> {
  const segments = await listSegments(streams, key, state)
  for (const segment of isBackwards ? segments.toReversed() : segments)
    if (isBackwards) {
      if (from > segment.from) yield* readBackwards(streams, segment, Math.min(from, segment.to))
    } else if (from < segment.to) yield* readForwards(streams, segment, Math.max(from, segment.from))
}

async function* readForwards(
  streams: StoreStreams,
  segment: LogSegment,
  from: number,
): AsyncGenerator<StoredLine, void, undefined> {
  const start =
    from <= segment.from ? 1 : startOf(await findMessage(streams, segment, head => endOf(head) <= from))
  for await (const { message, lines } of readFrames(streams, segment.subject, {
    start,
    until: segment.last.place,
  }))
    for (const [index, line] of lines.entries()) {
      const seq = message.head.seq + index
      if (seq >= from) yield { seq, line }
    }
}

async function* readBackwards(
  streams: StoreStreams,
  segment: LogSegment,
  from: number,
): AsyncGenerator<StoredLine, void, undefined> {
  const last =
    from === segment.to ? segment.last : await findMessage(streams, segment, head => endOf(head) < from)
  let [until, start]: [number, number | null] = [last.place, last.head.page.start ?? last.place]
  while (start !== null) {
    const page: StoredLine[] = []
    let before: number | null | undefined
    for await (const { message, lines } of readFrames(streams, segment.subject, { start, until })) {
      // What began the stretch knows the one before it.
      if (before === undefined) before = message.head.page.before
      for (const [index, line] of lines.entries()) page.push({ seq: message.head.seq + index, line })
    }
    for (const line of page.toReversed()) if (line.seq < from) yield line
    until = start - 1
    start = before ?? null
  }
}

export type FrameRange = { readonly start: number; readonly until: number }

/** Lines that were appended together, and the message that says of them what they are. */
export type LineFrame = { readonly message: LogMessage; readonly lines: readonly Buffer[] }

/** What was appended between two places, in its order. Parts whose last one is not there are nothing. */
export async function* readFrames(
  { broker, names }: StoreStreams,
  subject: string,
  { start, until }: FrameRange,
): AsyncGenerator<LineFrame, void, undefined> {
  let parts: Uint8Array[] = []
  for (let place = start; place <= until; ) {
    let messages = await broker.page(names.logs, subject, {
      from: place,
      count: PAGE_MESSAGES,
      bytes: PAGE_BYTES,
    })
    if (messages.length === 0) {
      // The server that is near may not have it yet.
      const next = await broker.next(names.logs, subject, place)
      if (next === null) return
      messages = [next]
    }
    for (const stored of messages) {
      if (stored.place > until) return
      place = stored.place + 1
      const message = toLogMessage(stored)
      if (message === null) continue
      const { part } = message.head
      if (part === null || part.index === 0) parts = []
      if (part && !part.isLast) parts.push(message.payload)
      else {
        yield { message, lines: readFrame(part ? parts : [], message) }
        parts = []
      }
    }
  }
}

const PAGE_MESSAGES = 256
const PAGE_BYTES = 2 * 1024 * 1024

/** Where the first part of what a message ends is. */
export function startOf({ head, place }: LogMessage): number {
  return head.part?.first ?? place
}

/** The first message of a segment of which something does not hold that holds of all before it; the last one at most. */
export async function findMessage(
  { broker, names }: StoreStreams,
  { subject, last }: LogSegment,
  isBefore: (head: LogMessage['head']) => boolean,
): Promise<LogMessage> {
  let [low, high, found] = [1, last.place, last]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const message = toLogMessage(await broker.next(names.logs, subject, middle))
    if (message === null || message.place > high) high = middle
    else if (isBefore(message.head)) low = message.place + 1
    else [found, high] = [message, middle]
  }
  return found
}
