import {
  type FollowItem,
  type FollowOptions,
  type SessionKey,
  type StoredLine,
  toLineItem,
} from '@antiphon/transcript'
import { readFrame } from './frame.ts'
import type { LogFeed } from './log-feed.ts'
import { endOf, type LogMessage } from './log-mark.ts'
import { readLines } from './read-lines.ts'
import { readState, type StoreStreams } from './read-state.ts'

/** What is there from a position on, then what comes. */
export async function* followLines(
  { streams, feed }: { readonly streams: StoreStreams; readonly feed: LogFeed },
  key: SessionKey,
  { from = 0, signal }: FollowOptions = {},
): AsyncGenerator<FollowItem, void, undefined> {
  let state = await readState(streams, key)
  let messages: readonly LogMessage[] | null = null
  let seen: LogMessage | null = null
  let seq = from
  while (!signal?.aborted) {
    if (seen && state?.head.life !== seen.head.life) {
      yield { kind: 'reset', reason: state ? 'replaced' : 'deleted' }
      seq = 0
    }
    seen = state
    if (state && endOf(state.head) > seq)
      for await (const line of readNews(streams, { key, state, messages, from: seq })) {
        if (signal?.aborted) return
        yield toLineItem(line)
        seq = line.seq + 1
      }
    if (signal?.aborted) return
    yield { kind: 'caught-up', seq }
    const news = await feed.next(key, state, signal)
    if (news === undefined) return
    state = news.state
    messages = news.messages
  }
}

type ReadNews = {
  readonly key: SessionKey
  readonly state: LogMessage
  readonly messages: readonly LogMessage[] | null
  readonly from: number
}

/** From what was heard, where that is all of it; else from the server. */
async function* readNews(
  streams: StoreStreams,
  { key, state, messages, from }: ReadNews,
): AsyncGenerator<StoredLine, void, undefined> {
  if (!messages || !isWhole(messages, from, endOf(state.head))) {
    yield* readLines(streams, { key, state, from })
    return
  }
  for (const message of messages)
    for (const [index, line] of readFrame([], message).entries())
      yield { seq: message.head.seq + index, line }
}

/** True where they hold all lines from one position to another: what was heard may have gaps, and ends where hearing did. */
function isWhole(messages: readonly LogMessage[], from: number, to: number): boolean {
  let next = from
  for (const { head } of messages) {
    if (head.part !== null || (head.count > 0 && head.seq !== next)) return false
    next = Math.max(next, endOf(head))
  }
  return next === to
}
