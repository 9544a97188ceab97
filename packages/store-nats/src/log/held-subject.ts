import type { HeldLog, SessionKey } from '@antiphon/transcript'
import type { BaseMark, LineMark, LogAuthor, LogMessage } from './log-mark.ts'
import { createMarkId, endOf, sizeOf } from './log-mark.ts'

/** A log that this store may write: what its next message says of it, and behind which one it has to come. */
export type HeldSubject = HeldLog & {
  readonly key: SessionKey
  readonly subject: string
  readonly life: string
  readonly claim: string
  readonly author: LogAuthor
  readonly base: BaseMark | null
  /** Of the lease, where there is one. */
  readonly revision: number | null
  /** Of the last message in the stream; 0 where there is none. */
  place: number
  size: number
  last: LineMark | null
  note: string | null
  page: HeldPage
}

/** The stretch that is being written, and how much is in it. */
export type HeldPage = {
  readonly start: number | null
  readonly before: number | null
  readonly messages: number
  readonly bytes: number
}

export type BeginOptions = {
  readonly key: SessionKey
  readonly subject: string
  readonly author: LogAuthor
  readonly revision?: number
  readonly base?: BaseMark
}

/** A log that nobody has written yet. */
export function beginSubject({ key, subject, author, revision, base }: BeginOptions): HeldSubject {
  return {
    ...{ key, subject, author, base: base ?? null, revision: revision ?? null },
    ...{ life: createMarkId(), claim: createMarkId(), end: base?.count ?? 0, size: base?.size ?? 0 },
    ...{ place: 0, last: null, note: null },
    page: { start: null, before: null, messages: 0, bytes: 0 },
  }
}

/** A log as its last message tells of it, to be gone on with under a claim of its own. */
export function continueSubject(
  { place, head }: LogMessage,
  { key, subject, author, revision }: BeginOptions,
): HeldSubject {
  return {
    ...{ key, subject, author, base: head.base, revision: revision ?? null },
    ...{ life: head.life, claim: createMarkId(), end: endOf(head), size: sizeOf(head) },
    ...{ place, last: head.last, note: head.note },
    page: { start: null, before: head.page.start ?? place, messages: 0, bytes: 0 },
  }
}
