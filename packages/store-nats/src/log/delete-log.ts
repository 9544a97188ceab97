import { checkSessionKey, type SessionKey } from '@antiphon/transcript'
import { toDraftSubject, toKey, toLeaseSubject, toLogFilter, toLogSubject } from '../stream/stream-names.ts'
import { listSessionHeads } from './list-heads.ts'
import type { LogMessage } from './log-mark.ts'
import { readLast, type StoreStreams } from './read-state.ts'

/** Removes a log, and with a session's own log those below it; gives the keys of what went. */
export async function deleteLog(streams: StoreStreams, key: SessionKey): Promise<readonly SessionKey[]> {
  checkSessionKey(key)
  const gone: SessionKey[] = []
  for (const last of await listKin(streams, key)) {
    await purgeLog(streams, last)
    gone.push(toKey(last.subject))
  }
  return gone
}

async function listKin(streams: StoreStreams, key: SessionKey): Promise<readonly LogMessage[]> {
  const own = await readLast(streams, key)
  if (key.subpath !== undefined) return own ? [own] : []
  const all: LogMessage[] = own ? [own] : []
  for await (const last of listSessionHeads(streams, toLogFilter(streams.names, key)))
    if (last.subject !== own?.subject) all.push(last)
  return all
}

/** Removes one log with what was written of it as a draft. Who holds it finds another end, and nothing of theirs is stored. */
export async function purgeLog(
  { broker, names }: StoreStreams,
  { subject, head }: LogMessage,
): Promise<void> {
  const key = toKey(subject)
  await broker.purge(names.logs, toLogSubject(names, key))
  if (head.base) await broker.purge(names.logs, toDraftSubject(names, head.base.draft, key))
  await broker.purge(names.leases, toLeaseSubject(names, key))
}
