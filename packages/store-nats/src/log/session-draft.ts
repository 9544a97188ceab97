import { randomUUID } from 'node:crypto'
import {
  formatSessionKey,
  type LogWriter,
  type SessionDraft,
  type SessionKey,
  TranscriptError,
  toEntryLines,
} from '@antiphon/transcript'
import { toDraftFilter, toDraftSubject, toLogSubject } from '../stream/stream-names.ts'
import { beginSubject, type HeldSubject } from './held-subject.ts'
import { createMarkId, encodeMark, toLogMessage } from './log-mark.ts'
import type { StoreStreams } from './read-state.ts'
import { type Owner, storeTogether } from './store-together.ts'
import { writeFrame } from './write-frame.ts'

/**
 * A session that is written beside the others, under subjects that no log has. Publishing stores one message for each log,
 * all of them or none, which says where its first lines lie.
 */
export function createDraft(streams: StoreStreams, target: SessionKey, who: LogWriter): SessionDraft {
  const { broker, names } = streams
  const draft = randomUUID()
  const logs = new Map<string, HeldSubject>()

  return {
    async append(key, entries, { expectedSeq } = {}) {
      const name = formatSessionKey(key)
      const log =
        logs.get(name) ??
        beginSubject({ key, subject: toDraftSubject(names, draft, key), author: { ...who } })
      if ((expectedSeq ?? log.end) !== log.end)
        return { status: 'conflict', reason: 'moved-on', seq: log.end }
      if (entries.length > 0) {
        const lines = toEntryLines(entries)
        if (!(await writeFrame(broker, log, { stream: names.logs, lines })))
          throw new TranscriptError('io', `The draft of ${name} was changed by somebody else.`)
        log.end += entries.length
      }
      logs.set(name, log)
      return { status: 'appended', seq: log.end }
    },
    release: async () => undefined,
    async publish() {
      const written = [...logs.values()].filter(log => log.end > 0)
      const id = createMarkId()
      const births = written.map(log => ({
        subject: toLogSubject(names, log.key),
        payload: Buffer.alloc(0),
        mark: encodeMark({
          ...{ id, life: log.life, claim: log.claim, seq: log.end, offset: log.size },
          ...{ count: 0, size: 0, last: log.last, author: log.author, note: null },
          page: { start: null, before: null },
          base: { draft, count: log.end, size: log.size },
          part: null,
        }),
        expected: 0,
      }))
      const findOwner = async (subject: string): Promise<Owner | null> => {
        const last = await broker.last(names.logs, subject)
        return last && (toLogMessage(last)?.head.id === id ? 'ours' : 'theirs')
      }
      if (!(await storeTogether(broker, births, { stream: names.logs, findOwner })))
        throw new TranscriptError('exists', `${formatSessionKey(target)} exists already. Choose another id.`)
    },
    async discard() {
      await broker.purge(names.logs, toDraftFilter(names, draft))
    },
  }
}
