import { randomBytes } from 'node:crypto'
import type { LogWriter } from '@antiphon/transcript'
import type { JsMsg } from '@nats-io/jetstream'
import { MARK, type StreamMessage } from '../connection/broker.ts'

/** What a message says of its log, in one header: the last one of a subject is the head of the log. */
export type LogMark = {
  /** Of this message alone: who does not know whether it was stored finds it by that. */
  readonly id: string
  /** Which of the logs that had this name one after the other. */
  readonly life: string
  /** Who had the log when it was written: another one after each claim. */
  readonly claim: string
  /** The position of its first line, and how many it holds; none in a part, and in what is only said of the log. */
  readonly seq: number
  readonly count: number
  /** How many bytes of lines stand before it, and how many it adds. */
  readonly offset: number
  readonly size: number
  /** The last line so far: how long it is, and its SHA-256. */
  readonly last: LineMark | null
  readonly author: LogAuthor
  readonly note: string | null
  /** For whoever reads backwards: where the stretch began to which it belongs, and the one before that. */
  readonly page: PageMark
  /** Lines that were written as a draft come before those of this subject. */
  readonly base: BaseMark | null
  /** Of a message that is too large for one: where its first part is, and which part this is. */
  readonly part: PartMark | null
}

export type LineMark = { readonly length: number; readonly digest: string }

/** Who wrote the log last, and since when they have it. */
export type LogAuthor = Partial<LogWriter> & { readonly since?: string }

/** Places in the stream; null for a stretch that begins with this message, or has none before it. */
export type PageMark = { readonly start: number | null; readonly before: number | null }

/** Which draft, how many lines of it, and how many bytes. */
export type BaseMark = { readonly draft: string; readonly count: number; readonly size: number }

/** The last part holds no bytes but the lengths of all lines, so that the head of every log is small. */
export type PartMark = { readonly first: number | null; readonly index: number; readonly isLast: boolean }

/** A name that nothing else has: of this process, and counted in it. */
export function createMarkId(): string {
  return `${PROCESS}${(count++).toString(36)}`
}

const PROCESS = `${randomBytes(9).toString('base64url')}.`
let count = 0

/** As a header, in a version of its own: a reader that does not know it says so. */
export function encodeMark(mark: LogMark): string {
  const { author, page, base, part, last } = mark
  const fields = [
    VERSION,
    ...[mark.id, mark.life, mark.claim, mark.seq, mark.count, mark.offset, mark.size],
    last && [last.length, last.digest],
    [author.person ?? null, author.host ?? null, author.since ?? null],
    mark.note,
    [page.start, page.before],
    base && [base.draft, base.count, base.size],
    part && [part.first, part.index, part.isLast],
  ]
  // Headers are read by many programs; what is not ASCII would not come through all of them.
  return JSON.stringify(fields).replace(
    /[\u007f-\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const VERSION = 1

/** Null for what is no message of a log: somebody else's, or a newer program's. */
export function decodeMark(text: string): LogMark | null {
  const fields = parse(text)
  if (!Array.isArray(fields) || fields[0] !== VERSION) return null
  const [, id, life, claim, seq, count, offset, size, last, author, note, page, base, part] = fields
  // A list decodes one for every log: literals of one shape are several times as fast as spreads.
  return {
    id,
    life,
    claim,
    seq,
    count,
    offset,
    size,
    last: last && { length: last[0], digest: last[1] },
    author: decodeAuthor(author),
    note,
    page: { start: page[0], before: page[1] },
    base: base && { draft: base[0], count: base[1], size: base[2] },
    part: part && { first: part[0], index: part[1], isLast: part[2] },
  }
}

type AuthorFields = readonly [person: string | null, host: string | null, since: string | null]

function decodeAuthor([person, host, since]: AuthorFields): LogAuthor {
  if (person !== null && host !== null && since !== null) return { person, host, since }
  return {
    ...(person !== null && { person }),
    ...(host !== null && { host }),
    ...(since !== null && { since }),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what `encodeMark` wrote, told by its version
function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A message of a log with what it says of it. */
export type LogMessage = StreamMessage & { readonly head: LogMark }

/** Null for what is no message of a log. */
export function toLogMessage(message: StreamMessage | null): LogMessage | null {
  const head = message && decodeMark(message.mark)
  if (!message || !head) return null
  const { subject, place, time, mark, payload } = message
  return { subject, place, time, mark, payload, head }
}

/** The same of what a consumer of the server tells. */
export function toHeardMessage({ subject, seq, time, headers, data }: JsMsg): LogMessage | null {
  const mark = headers?.get(MARK) ?? ''
  return toLogMessage({ subject, place: seq, time: time.toISOString(), mark, payload: data })
}

/** Where a log ends behind a message. */
export function endOf({ seq, count }: LogMark): number {
  return seq + count
}

/** How many bytes all lines up to a message have. */
export function sizeOf({ offset, size }: LogMark): number {
  return offset + size
}
