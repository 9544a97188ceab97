import { formatSessionKey, type LogHead, type PruneOptions, type PruneOutcome } from '@antiphon/transcript'
import { deleteLog } from '../log/delete-log.ts'
import { listHeads } from '../log/list-heads.ts'
import { listLogs } from '../log/list-logs.ts'
import { readLast, type StoreStreams } from '../log/read-state.ts'
import type { ServerClock } from '../log/server-clock.ts'
import { toDraftFilter, toKey } from '../stream/stream-names.ts'

/** Removes sessions of which no log was written to for some days, and what crashes left. A session that somebody is writing stays. */
export async function pruneLogs(
  streams: StoreStreams,
  clock: ServerClock,
  { days, isDry = false }: PruneOptions,
): Promise<PruneOutcome> {
  const before = (await clock.now()) - days * DAY_MS
  let [sessions, logs, bytes] = [0, 0, 0]
  for (const session of (await listSessions(streams, clock)).values()) {
    if (session.isHeld || session.youngest >= before) continue
    sessions += session.isOwn ? 1 : 0
    logs += session.logs
    bytes += session.bytes
    if (!isDry) await deleteLog(streams, session.key)
  }
  if (!isDry) await removeDrafts(streams, await clock.now())
  return { sessions, logs, bytes, partitions: [] }
}

const DAY_MS = 86_400_000

type Session = {
  readonly key: { readonly project: string; readonly session: string }
  readonly logs: number
  readonly bytes: number
  /** When the one of its logs that changed last did. */
  readonly youngest: number
  readonly isHeld: boolean
  /** Its own log is there, not only those below it. */
  readonly isOwn: boolean
}

async function listSessions(
  streams: StoreStreams,
  clock: ServerClock,
): Promise<ReadonlyMap<string, Session>> {
  const sessions = new Map<string, Session>()
  for (const isBeside of [false, true])
    for await (const head of listLogs(streams, { clock, isBeside })) {
      const { project, session } = head.key
      const name = formatSessionKey({ project, session })
      sessions.set(name, addLog(sessions.get(name), head))
    }
  return sessions
}

function addLog(known: Session | undefined, { key, bytes, modifiedAt, writer }: LogHead): Session {
  return {
    key: { project: key.project, session: key.session },
    logs: (known?.logs ?? 0) + 1,
    bytes: (known?.bytes ?? 0) + bytes,
    youngest: Math.max(known?.youngest ?? 0, Date.parse(modifiedAt)),
    isHeld: known?.isHeld === true || writer !== null,
    isOwn: known?.isOwn === true || key.subpath === undefined,
  }
}

/** Drafts that nobody published: of the last message of each, a day old, whose log does not begin with it. */
async function removeDrafts(streams: StoreStreams, now: number): Promise<void> {
  const { names } = streams
  for await (const message of listHeads(streams, `${names.space}.draft.>`)) {
    const draft = message.subject.split('.')[2] ?? ''
    if (Date.parse(message.time) > now - DAY_MS) continue
    const log = await readLast(streams, toKey(message.subject))
    if (log?.head.base?.draft !== draft) await streams.broker.purge(names.logs, toDraftFilter(names, draft))
  }
}
