import type { LogBoundary, LogTail, SessionKey } from '@antiphon/transcript'
import { endOf, sizeOf } from './log-mark.ts'
import { findMessage, listSegments, readLines } from './read-lines.ts'
import { readState, type StoreStreams } from './read-state.ts'

/** How logs end, in the order of the keys; null for one that is not there. */
export async function readTails(
  streams: StoreStreams,
  keys: readonly SessionKey[],
): Promise<readonly (LogTail | null)[]> {
  const tails: (LogTail | null)[] = []
  for (let index = 0; index < keys.length; index += AT_ONCE)
    tails.push(...(await Promise.all(keys.slice(index, index + AT_ONCE).map(key => readTail(streams, key)))))
  return tails
}

const AT_ONCE = 32

async function readTail(streams: StoreStreams, key: SessionKey): Promise<LogTail | null> {
  const state = await readState(streams, key)
  if (state === null) return null
  const { note, last } = state.head
  return {
    ...{ seq: endOf(state.head), bytes: sizeOf(state.head), note },
    ...{ lastLength: last?.length ?? 0, lastDigest: last?.digest ?? '' },
  }
}

/** The last place between two lines with at most so many bytes before it. */
export async function findBoundary(
  streams: StoreStreams,
  key: SessionKey,
  bytes: number,
): Promise<LogBoundary> {
  let found: LogBoundary = { seq: 0, offset: 0, line: Buffer.alloc(0) }
  const state = await readState(streams, key)
  if (state === null) return found
  const segments = await listSegments(streams, key, state)
  const segment = (state.head.base?.size ?? 0) <= bytes ? segments.at(-1) : segments[0]
  if (!segment) return found
  // All lines before this message end before that byte; of its own, some may.
  const { head } = await findMessage(streams, segment, head => sizeOf(head) <= bytes)
  let { offset } = head
  for await (const { seq, line } of readLines(streams, { key, state, from: Math.max(0, head.seq - 1) })) {
    if (seq >= head.seq) offset += line.length
    if (offset > bytes) return found
    found = { seq: seq + 1, offset, line }
  }
  return found
}
