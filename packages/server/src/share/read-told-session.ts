import { buildConversation, type Entry } from '@antiphon/core'
import { compareSessions, type ToldSession, tellSession } from '@antiphon/core/compare'
import type { FoundLog } from '../logs/find-log.ts'
import { type ReadLogOptions, readLogEntries } from '../numbers/read-log-entries.ts'
import type { Comparison } from '../protocol/share-protocol.ts'

/** A log, or one of its branches. */
export type ToldQuestion = { readonly log: FoundLog; readonly leaf?: string | undefined }

/** Reads a log whole and tells it in short. */
export async function readToldSession(
  { log, leaf }: ToldQuestion,
  { signal }: Pick<ReadLogOptions, 'signal'>,
): Promise<ToldSession> {
  const entries: Entry[] = []
  const options = { signal, onBytes: () => {}, isWhole: () => true }
  for await (const { entry } of readLogEntries(log.path, options)) entries.push(entry)
  return tellSession(buildConversation(entries, { ...(leaf !== undefined && { leafUuid: leaf }) }))
}

/** Reads two logs, one after the other, and puts them side by side. */
export async function readComparison(
  { one, other }: { readonly one: ToldQuestion; readonly other: ToldQuestion },
  options: Pick<ReadLogOptions, 'signal'>,
): Promise<Comparison> {
  const [first, second] = [await readToldSession(one, options), await readToldSession(other, options)]
  return { one: first, other: second, ...compareSessions(first, second) }
}
