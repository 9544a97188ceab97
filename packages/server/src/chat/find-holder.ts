import type { StoreCopy } from '@antiphon/host'
import type { SessionKey } from '@antiphon/transcript'
import type { ChatOffer, SessionHolder } from '../protocol/chat-protocol.ts'

/** Who writes a session of a store in this moment; null where nobody does. */
export async function findHolder(
  { store }: Pick<StoreCopy, 'store'>,
  key: SessionKey,
): Promise<SessionHolder | null> {
  const head = await store.head(key)
  if (!head || head.writer === null) return null
  const { writer, person, host, heldSince: since } = head
  return { person: person ?? writer, host: host ?? '', since }
}

/** What is in the way of a session of a store: what its folder says, else who writes it. */
export async function describeHolding(
  fleet: Pick<StoreCopy, 'store'>,
  key: SessionKey,
  problem: ChatOffer['problem'],
): Promise<Pick<ChatOffer, 'problem' | 'holder'>> {
  // A store that is away says so when somebody goes on.
  const holder = problem === null ? await findHolder(fleet, key).catch(() => null) : null
  return holder ? { problem: 'held', holder } : { problem }
}

/** The same in a sentence. */
export function formatHolder({ person, host }: SessionHolder): string {
  return host === '' ? person : `${person} on ${host}`
}
