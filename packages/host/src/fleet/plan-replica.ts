import { checkSessionKey, formatSessionKey, type LogHead } from '@antiphon/transcript'

/** A session of a store with the logs of its subagents. */
export type StoredSession = {
  readonly name: string
  readonly logs: readonly LogHead[]
  readonly bytes: number
  /** When one of its logs was written last. */
  readonly modifiedAt: string
}

/** Logs by the session that they belong to. */
export function groupSessions(heads: Iterable<LogHead>): ReadonlyMap<string, StoredSession> {
  const sessions = new Map<string, { name: string; logs: LogHead[]; bytes: number; modifiedAt: string }>()
  for (const head of heads) {
    if (!isFileKey(head.key)) continue
    const name = toSessionName(head.key)
    const session = sessions.get(name) ?? { name, logs: [], bytes: 0, modifiedAt: '' }
    session.logs.push(head)
    session.bytes += head.bytes
    if (head.modifiedAt > session.modifiedAt) session.modifiedAt = head.modifiedAt
    sessions.set(name, session)
  }
  return sessions
}

/** False for a name that could leave the folder of a copy: whoever may write to the store can write any. */
export function isFileKey(key: LogHead['key']): boolean {
  try {
    checkSessionKey(key)
    return true
  } catch {
    return false
  }
}

/** One name for a session and its subagents. */
export function toSessionName({ project, session }: LogHead['key']): string {
  return formatSessionKey({ project, session })
}

export type ReplicaPlan = {
  /** What the copy shall have, the newest first. */
  readonly kept: readonly StoredSession[]
  /** What it has no room for. */
  readonly leftOut: readonly StoredSession[]
}

export type PlanReplicaOptions = {
  readonly limitBytes: number
  /** When somebody read a session last, in the copy. */
  readonly readAt: ReadonlyMap<string, number>
  /** Sessions that somebody has open: they have room, however large they are. */
  readonly isOpen?: (name: string) => boolean
}

/** Of all sessions those that were read or written last, as many as there is room for. */
export function planReplica(
  sessions: Iterable<StoredSession>,
  { limitBytes, readAt, isOpen = () => false }: PlanReplicaOptions,
): ReplicaPlan {
  const lastUse = ({ name, modifiedAt }: StoredSession): number =>
    Math.max(readAt.get(name) ?? 0, Date.parse(modifiedAt) || 0)
  const ordered = [...sessions]
    .map(session => ({ session, used: lastUse(session) }))
    .sort((one, other) => other.used - one.used)
  const kept: StoredSession[] = []
  const leftOut: StoredSession[] = []
  let bytes = 0
  for (const { session } of ordered) {
    const fits = bytes + session.bytes <= limitBytes || isOpen(session.name)
    if (fits) bytes += session.bytes
    ;(fits ? kept : leftOut).push(session)
  }
  return { kept, leftOut }
}

const GIGABYTE = 1024 ** 3
const DEFAULT_GIGABYTES = 20

/** The variable that says how many gigabytes of sessions a copy of a store may have. */
export const COPY_VARIABLE: string = 'ANTIPHON_STORE_COPY_GB'

/** How large a copy may be. */
export function findCopyLimit(env: Readonly<Record<string, string | undefined>>): number {
  const named = Number(env[COPY_VARIABLE] || Number.NaN)
  return (Number.isFinite(named) && named >= 0 ? named : DEFAULT_GIGABYTES) * GIGABYTE
}
