import {
  acquireLease,
  type FleetStore,
  formatSessionKey,
  type Lease,
  type SessionKey,
} from '@antiphon/transcript'
import { type Delivery, deliverSession } from './deliver-spool.ts'
import { openSpoolFiles, type SpoolFiles } from './spool-file.ts'

/** What became of a session that a process left in the spool. */
export type LeftSession = Delivery & { readonly key: SessionKey }

/** Sends what processes that ended left in a folder; what a living one keeps there is its own. */
export async function deliverLeftSpools(store: FleetStore, folder: string): Promise<readonly LeftSession[]> {
  const spool = openSpoolFiles(folder)
  const delivered: LeftSession[] = []
  for (const keys of await listSessions(spool)) {
    const leases = await leaseAll(spool, keys)
    try {
      if (leases.length < keys.length) continue
      for (const key of keys) {
        const head = await spool.head(key)
        // Whoever wrote it is dead: its file is free.
        if (head) await store.releaseFor(key, head.writer)
      }
      const delivery = await deliverSession(store, { spool, keys })
      for (const key of keys) await store.release(key)
      const [first] = keys
      if (first) delivered.push({ ...delivery, key: { project: first.project, session: first.session } })
    } finally {
      for (const lease of leases) await lease.release()
    }
  }
  return delivered
}

/** What a person should know of it, in a sentence. */
export function describeLeftSession({ key, sent, fork }: LeftSession): string {
  return (
    fork?.note ??
    `${formatSessionKey(key)} was kept here while the store was away; ${sent === 1 ? '1 entry was' : `${sent} entries were`} sent.`
  )
}

async function listSessions(spool: SpoolFiles): Promise<readonly (readonly SessionKey[])[]> {
  const sessions = new Map<string, SessionKey[]>()
  for await (const key of spool.list()) {
    const name = `${key.project}/${key.session}`
    sessions.set(name, [...(sessions.get(name) ?? []), key])
  }
  return [...sessions.values()]
}

async function leaseAll(spool: SpoolFiles, keys: readonly SessionKey[]): Promise<readonly Lease[]> {
  const leases: Lease[] = []
  for (const key of keys) {
    const lease = await acquireLease(spool.path(key))
    if (lease === null) break
    leases.push(lease)
  }
  return leases
}
