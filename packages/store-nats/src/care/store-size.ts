import type { FleetSize } from '@antiphon/transcript'
import { listLogs, readWriters } from '../log/list-logs.ts'
import type { StoreStreams } from '../log/read-state.ts'
import type { ServerClock } from '../log/server-clock.ts'

/** Counts from the heads of logs; no entry is read. */
export async function readStoreSize(streams: StoreStreams, clock: ServerClock): Promise<FleetSize> {
  let [sessions, logs, entries, bytes, forks] = [0, 0, 0, 0, 0]
  for (const isBeside of [false, true])
    for await (const head of listLogs(streams, { clock, isBeside })) {
      logs += 1
      entries += head.seq
      bytes += head.bytes
      if (head.key.subpath === undefined) sessions += 1
      if (head.note !== null) forks += 1
    }
  const { size: writers } = await readWriters(streams, clock)
  return { sessions, logs, entries, bytes, writers, forks }
}
