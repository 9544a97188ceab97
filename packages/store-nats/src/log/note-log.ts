import { type SessionKey, toLines } from '@antiphon/transcript'
import { toLogSubject } from '../stream/stream-names.ts'
import { continueSubject, type HeldSubject } from './held-subject.ts'
import { readLast, type StoreStreams } from './read-state.ts'
import { writeFrame } from './write-frame.ts'

export type NoteOptions = {
  readonly key: SessionKey
  readonly words: string
  /** The log where this store holds it. */
  readonly log: HeldSubject | null
}

/** Says of a log why it is there: a message without lines. Whoever writes the log goes on behind it. */
export async function noteLog(streams: StoreStreams, { key, words, log }: NoteOptions): Promise<void> {
  const { broker, names } = streams
  const write = (to: HeldSubject): Promise<boolean> =>
    writeFrame(broker, to, { stream: names.logs, lines: toLines([]), note: words })
  if (log && (await write(log))) return
  for (;;) {
    const last = await readLast(streams, key)
    if (!last) return
    const { author, claim } = last.head
    const other = continueSubject(last, { key, author, subject: toLogSubject(names, key) })
    if (await write({ ...other, claim })) return
  }
}
