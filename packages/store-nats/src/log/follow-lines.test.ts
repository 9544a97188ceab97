import { toLines } from '@antiphon/transcript'
import { describe, expect, it } from 'vitest'
import type { Broker, StreamMessage } from '../connection/broker.ts'
import { toLogSubject, toStreamNames } from '../stream/stream-names.ts'
import { followLines } from './follow-lines.ts'
import { beginSubject } from './held-subject.ts'
import type { LogFeed, News } from './log-feed.ts'
import { type LogMessage, toLogMessage } from './log-mark.ts'
import { writeFrame } from './write-frame.ts'

const names = toStreamNames('team')
const KEY = { project: 'p', session: 's' }

/** A log of so many lines in the memory of a broker that knows one subject. */
async function createLog(count: number): Promise<{ broker: Broker; messages: LogMessage[] }> {
  const stored: StreamMessage[] = []
  const broker = {
    maxBytes: async () => 1_000_000,
    publish: async ({ subject, payload, mark = '' }) => {
      stored.push({ subject, payload, mark, place: stored.length + 1, time: '2026-01-01T00:00:00Z' })
      return stored.length
    },
    retry: () => ({ next: async error => Promise.reject(error) }),
    last: async () => stored.at(-1) ?? null,
    next: async (_stream, _subject, place) => stored[Math.max(0, place - 1)] ?? null,
    page: async (_stream, _subject, { from }) => stored.slice(Math.max(0, from - 1)),
  } as Partial<Broker> as Broker
  const log = beginSubject({ key: KEY, subject: toLogSubject(names, KEY), author: {} })
  for (let number = 0; number < count; number++) {
    await writeFrame(broker, log, {
      stream: names.logs,
      lines: toLines([Buffer.from(`{"number":${number}}\n`)]),
    })
    log.end += 1
  }
  return { broker, messages: stored.map(toLogMessage).filter(message => message !== null) }
}

describe('followLines', () => {
  it('reads what was not heard: hearing may have a gap, or end before the log does', async () => {
    const { broker, messages } = await createLog(6)
    const [, second, third, , , sixth] = messages
    const heard: News[] = [
      { state: third ?? null, messages: [third].filter(message => message !== undefined) },
      { state: sixth ?? null, messages: messages.slice(3, 4) },
    ]
    const known = { ...broker, last: async () => second ?? null }
    const feed: LogFeed = { next: async () => heard.shift(), close: async () => undefined }
    const seen: number[] = []
    for await (const item of followLines({ streams: { broker: known, names }, feed }, KEY))
      if (item.kind === 'entry') seen.push(item.seq)
    expect(seen).toEqual([0, 1, 2, 3, 4, 5])
  })
})
