import { randomUUID } from 'node:crypto'
import type { StoreNews } from '../fleet/spool/spooled-store.ts'
import type { HeadlessSession } from './headless-session.ts'

/** Tells the host how the store is, as a notice that every host knows; its tag is for those that keep it in sight. */
export function tellStoreNews(
  { host, agent }: Pick<HeadlessSession, 'host' | 'agent'>,
  { state, words }: StoreNews,
): Promise<void> {
  return host.send({
    type: 'system',
    subtype: 'informational',
    content: words.charAt(0).toUpperCase() + words.slice(1),
    level: state === 'back' ? 'info' : 'warning',
    tag: `store-${state}`,
    uuid: randomUUID(),
    session_id: agent.sessionId,
  })
}
