import type { AnyMessage, RecordEntry, UUID } from '@antiphon/core'
import type { RecordingEnvelope } from '@antiphon/core/log'
import type { SessionKey } from '../store/session-key.ts'
import type { TranscriptStore } from '../store/transcript-store.ts'
import type { TranscriptError } from '../transcript-error.ts'

/**
 * Writes a session's log as the session goes on. A call that brings a prompt, a result, a note or an attachment
 * resolves when that and everything before it is durable; the model's own words do not wait and follow within the
 * lazy time. A promise of it may be left alone: a rejection that nobody awaits ends no process.
 */
export interface Recorder {
  /** Records what is new of a history and returns the last entry of its chain (seed 004 §5.4). Call it with the whole live history, or with its end. */
  recordTranscript(
    messages: readonly AnyMessage[],
    teamInfo?: TeamInfo,
    startingParentUuidHint?: UUID,
    allMessages?: readonly AnyMessage[],
  ): Promise<UUID | null>
  /** The same by names, and for a subagent, which has a log of its own. */
  record(options: RecordOptions): Promise<UUID | null>
  /** Records a line that is no message, such as a title or a queued prompt; resolves when it is durable. */
  recordEntry(entry: RecordEntry): Promise<void>
  /** Resolves when everything is durable, subagents' logs included. To be awaited before `result` is emitted. */
  flush(): Promise<void>
  /** Flushes and gives up the right to write. Where the flush fails the recorder stays open, and what it holds can be saved later. */
  close(): Promise<void>
  /** Where the next message hangs; null for an empty log. */
  readonly lastUuid: UUID | null
  /** Why nothing is written any more: another writer has the log. Every call rejects with it. */
  readonly conflict: TranscriptError | undefined
}

/** The team that an agent works in, written into its entries. */
export type TeamInfo = { readonly teamName?: string; readonly agentName?: string }

/** Where a log stands when a recorder takes it over; nothing for a log that does not exist yet. */
export type LogPosition = {
  readonly lastUuid?: UUID | null
  /** The messages that are in the log: those that may come up in a history, in the order of the log. */
  readonly recordedUuids?: Iterable<UUID>
  /** Where the log ends. Without it and without `lastUuid` the log must be new. */
  readonly seq?: number
}

export type RecordOptions = {
  readonly messages: readonly AnyMessage[]
  /** The subagent whose log it is; the session's own unless told. */
  readonly agentId?: string | undefined
  /** Where the first message hangs, if nothing recorded says so. */
  readonly after?: UUID | undefined
  readonly allMessages?: readonly AnyMessage[] | undefined
  readonly teamInfo?: TeamInfo | undefined
  /** For an agent that goes on: where its log stands. Looked at the first time only. */
  readonly position?: LogPosition
}

export type RecorderOptions = LogPosition & {
  readonly store: TranscriptStore
  readonly key: SessionKey
  /** What every entry has in common. */
  readonly envelope: RecordingEnvelope
  /** How long the model's words may wait for more to be written with them. */
  readonly lazyMilliseconds?: number
  /** For scripts: prompts do not wait either. */
  readonly isBareMode?: boolean
  /** Hears of failures that nobody waited for. What was to be written is kept and tried again with the next call. */
  readonly onError?: (error: TranscriptError) => void
}
