import type { LogRepair, TranscriptEntry, UUID } from '@antiphon/core'
import type { ConversationTitles } from '@antiphon/core/log'
import type { SessionKey } from '../store/session-key.ts'
import type { TranscriptStore } from '../store/transcript-store.ts'
import { readLiveTail } from './read-live-tail.ts'

export type ResumeOptions = {
  /** Go on from here instead of the newest leaf. */
  readonly leafUuid?: UUID
  readonly signal?: AbortSignal
}

/** All that is needed to go on with a session. */
export type ResumedSession = {
  /** The live context: the last compact boundary and what follows it. */
  readonly messages: readonly TranscriptEntry[]
  readonly leaf: TranscriptEntry | undefined
  /** Where the next message hangs; null for an empty log. */
  readonly lastUuid: UUID | null
  /** Where the log ended: the `expectedSeq` of the next append. */
  readonly seq: number
  /** Where reading stopped; what stands before it was not looked at. */
  readonly from: number
  /** The messages in what was read, on the chain or not. */
  readonly recordedUuids: ReadonlySet<UUID>
  /** What records in that part call the session, of each kind the last. */
  readonly titles: ConversationTitles
  /** The last settings that records in that part name. */
  readonly mode: string | undefined
  readonly permissionMode: string | undefined
  readonly sessionIds: readonly string[]
  /** What was wrong behind the boundary, and what reading did about it. */
  readonly report: readonly LogRepair[]
}

/**
 * Reads what the model has to know to go on, in time and memory of just that: from the end of the log back to the last
 * boundary on the leaf's chain and what it kept. Where a link leads further back, reading does too, at worst to the
 * beginning. The messages and the leaf are those that `readLog` finds in the whole log.
 */
export async function resumeSession(
  store: Pick<TranscriptStore, 'read' | 'end'>,
  key: SessionKey,
  { leafUuid, signal }: ResumeOptions = {},
): Promise<ResumedSession> {
  const seq = (await store.end(key)) ?? 0
  const { context, from } = await readLiveTail({ store, key }, { end: seq, leafUuid, signal })
  const { messages, leaf, titles, sessionIds, report, uuids, records } = context
  return {
    messages,
    leaf,
    lastUuid: leaf?.uuid ?? null,
    seq,
    from,
    recordedUuids: uuids,
    titles,
    mode: records.findLast(record => record.type === 'mode')?.mode,
    permissionMode: records.findLast(record => record.type === 'permission-mode')?.permissionMode,
    sessionIds,
    report,
  }
}
