import { buildConversation, type Entry } from '@antiphon/core'
import { compareSessions, type ToldSession, tellSession } from '@antiphon/core/compare'
import { readAgentId, toAgentId } from '@antiphon/core/turns'
import { readAgentViews } from '../changes/read-agent-views.ts'
import type { FoundLog } from '../logs/find-log.ts'
import { listAgentLogs } from '../logs/list-agents.ts'
import { type ReadLogOptions, readLogEntries } from '../numbers/read-log-entries.ts'
import type { Comparison } from '../protocol/share-protocol.ts'

/** A log, or one of its branches. */
export type ToldQuestion = { readonly log: FoundLog; readonly leaf?: string | undefined }

export type ReadToldOptions = Pick<ReadLogOptions, 'signal'> & {
  /** Where the logs of subagents may be read. */
  readonly roots: readonly string[]
}

/** Reads a log whole and tells it in short. */
export async function readToldSession(
  { log, leaf }: ToldQuestion,
  { signal, roots }: ReadToldOptions,
): Promise<ToldSession> {
  const entries: Entry[] = []
  const options = { signal, onBytes: () => {}, isWhole: () => true }
  for await (const { entry } of readLogEntries(log.path, options)) entries.push(entry)
  const conversation = buildConversation(entries, { ...(leaf !== undefined && { leafUuid: leaf }) })
  const logs = await listAgentLogs(log, roots)
  // A branch has the subagents that its own calls started, the whole session also those that no call names.
  const named = new Set(conversation.messages.map(readAgentId))
  const own = leaf === undefined ? logs : logs.filter(({ path }) => named.has(toAgentId(path)))
  return tellSession(conversation, await readAgentViews(own, signal))
}

/** Reads two logs, one after the other, and puts them side by side. */
export async function readComparison(
  { one, other }: { readonly one: ToldQuestion; readonly other: ToldQuestion },
  options: ReadToldOptions,
): Promise<Comparison> {
  const [first, second] = [await readToldSession(one, options), await readToldSession(other, options)]
  return { one: first, other: second, ...compareSessions(first, second) }
}
