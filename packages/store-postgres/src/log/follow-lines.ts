import { type FollowItem, type FollowOptions, type SessionKey, toLineItem } from '@antiphon/transcript'
import type { Connections } from '../connection/connections.ts'
import { toLogName } from './log-name.ts'
import type { LogWatch } from './log-watch.ts'
import { readLines, readState, type StoredLogState } from './read-lines.ts'

/** What is there from a position on, then what comes. */
export async function* followLines(
  { connections, watch }: { readonly connections: Connections; readonly watch: LogWatch },
  key: SessionKey,
  { from = 0, signal }: FollowOptions = {},
): AsyncGenerator<FollowItem, void, undefined> {
  const name = toLogName(key)
  let state = await readState(connections, key)
  let seen: StoredLogState | null = null
  let seq = from
  while (!signal?.aborted) {
    if (seen && state?.life !== seen.life) {
      yield { kind: 'reset', reason: state ? 'replaced' : 'deleted' }
      seq = 0
    }
    seen = state
    if (state)
      for await (const line of readLines(connections, { name, state, from: seq })) {
        if (signal?.aborted) return
        yield toLineItem(line)
        seq = line.seq + 1
      }
    if (signal?.aborted) return
    yield { kind: 'caught-up', seq }
    const next = await watch.next(name, state, signal)
    if (next === undefined) return
    state = next
  }
}
