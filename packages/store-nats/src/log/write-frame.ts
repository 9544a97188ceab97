import { type Lines, TranscriptError } from '@antiphon/transcript'
import type { Broker } from '../connection/broker.ts'
import { isWrongLast } from '../connection/store-failure.ts'
import { type FramePiece, markLastLine, toPieces } from './frame.ts'
import type { HeldPage, HeldSubject } from './held-subject.ts'
import { createMarkId, encodeMark, type LogMark, toLogMessage } from './log-mark.ts'

export type WriteFrameOptions = {
  readonly stream: string
  readonly lines: Lines
  /** What changes of the log's note. */
  readonly note?: string
}

/**
 * Writes lines behind the log's last message, as one message or as parts that count when their last one is there. False
 * where somebody else's message stands behind it: nothing of ours counts then. The end of the log is the caller's to move.
 */
export async function writeFrame(
  broker: Broker,
  log: HeldSubject,
  { stream, lines, note }: WriteFrameOptions,
): Promise<boolean> {
  const pieces = toPieces(lines, await broker.maxBytes())
  const page = turnPage(log.page)
  let [start, first]: [number | null, number | null] = [page.start, null]
  const size = lines.bytes.length
  const last = markLastLine(lines) ?? log.last
  for (const [index, piece] of pieces.entries()) {
    const head = {
      ...{ id: createMarkId(), life: log.life, claim: log.claim, base: log.base, author: log.author },
      ...{ seq: log.end, offset: log.size, count: piece.isLast ? lines.lengths.length : 0 },
      ...{ size: piece.isLast ? size : 0, note: note ?? log.note },
      last: piece.isLast ? last : log.last,
      page: { start, before: page.before },
      part: pieces.length > 1 ? { first, index, isLast: piece.isLast } : null,
    }
    const place = await store(broker, log, { stream, piece, head })
    if (place === null) return false
    log.place = place
    first ??= place
    start ??= place
  }
  log.size += size
  log.last = last
  log.note = note ?? log.note
  log.page = { ...page, start, messages: page.messages + pieces.length, bytes: page.bytes + size }
  return true
}

const PAGE_MESSAGES = 64
const PAGE_BYTES = 512 * 1024

/** A stretch that is full is the one before the next. */
function turnPage(page: HeldPage): HeldPage {
  const isFull = page.messages >= PAGE_MESSAGES || page.bytes >= PAGE_BYTES
  return isFull ? { start: null, before: page.start, messages: 0, bytes: 0 } : page
}

type Storing = { readonly stream: string; readonly piece: FramePiece; readonly head: LogMark }

/**
 * Stores a message behind the last one and gives its place; null where somebody else's is there. One whose answer was
 * lost is looked for by its id, so that it is said again where it is not there, and never stored twice.
 */
async function store(
  broker: Broker,
  log: HeldSubject,
  { stream, piece, head }: Storing,
): Promise<number | null> {
  const tries = broker.retry()
  const { subject } = log
  // The first message of a log expects none: a log that is deleted meanwhile would take it twice.
  const id = log.place === 0 ? { id: head.id } : {}
  let { note } = head
  for (;;)
    try {
      const mark = encodeMark({ ...head, note })
      return await broker.publish({ subject, payload: piece.payload, mark, expected: log.place, ...id })
    } catch (error) {
      if (!isWrongLast(error)) await tries.next(error)
      const there = toLogMessage(await broker.next(stream, subject, log.place + 1))
      if (there?.head.id === head.id) return there.place
      const isNote =
        there !== null && there.head.claim === log.claim && there.head.count === 0 && !there.head.part
      if (isNote) {
        // Somebody said why the log is there; it is ours all the same.
        log.place = there.place
        note = there.head.note
        log.note = note
      } else if (there) return null
      else if (isWrongLast(error)) {
        if (log.place > 0 && (await broker.last(stream, subject)) === null) return null
        // A server that was cut off still thinks that it leads, and has not got what the one that refused has.
        await tries.next(new TranscriptError('away', `${broker.server()}: its servers do not say the same.`))
      }
    }
}
