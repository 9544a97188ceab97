import type { JsonObject, JsonValue } from '@antiphon/contract'
import { isObject } from '@antiphon/contract'
import type { ContextReference } from '../message/context-reference.ts'
import type { MessageOrigin } from '../message/message-origin.ts'
import type { PermissionMode } from '../message/permission-mode.ts'
import type { SummaryMessage } from '../message/summary-message.ts'
import type { UUID } from '../message/uuid.ts'

/** A line that is no message: a title, a setting, a note of the program to itself. It hangs in no chain. */
export type RecordEntry =
  | SummaryMessage
  | CustomTitleEntry
  | AiTitleEntry
  | AgentNameEntry
  | TagEntry
  | LastPromptEntry
  | QueueOperationEntry
  | FileHistorySnapshotEntry
  | FileHistoryDeltaEntry
  | ModeEntry
  | PermissionModeEntry
  | PrLinkEntry
  | FrameLinkEntry
  | WorktreeStateEntry
  | RelocatedEntry
  | CostStateEntry
  | ContentReplacementEntry
  | SnipEntry
  | ApiRequestEntry
  | ApiRequestShapeEntry
  | ApiRequestBlobEntry
  | ToolsUsedEntry
  | AtisLatchEntry
  | BridgeSessionEntry
  | SessionIdEntry
  | StartedEntry
  | ResultEntry

export type RecordEntryType = RecordEntry['type']

type SessionRecord<T extends string> = { readonly type: T; readonly sessionId?: string }

/** The name that a person gave the session; the last one counts. */
export type CustomTitleEntry = SessionRecord<'custom-title'> & { readonly customTitle: string }

/** The name that a model gave the session; the last one counts. */
export type AiTitleEntry = SessionRecord<'ai-title'> & { readonly aiTitle: string }

export type AgentNameEntry = SessionRecord<'agent-name'> & { readonly agentName: string }

export type TagEntry = SessionRecord<'tag'> & { readonly tag: string }

/** What the person said last, and where the conversation stood. Repeated so that it stays near the end of the file. */
export type LastPromptEntry = SessionRecord<'last-prompt'> & {
  readonly lastPrompt?: string
  readonly leafUuid?: UUID
}

/** A prompt was queued while the model was busy, or left the queue. */
export type QueueOperationEntry = SessionRecord<'queue-operation'> & {
  readonly operation: 'enqueue' | 'dequeue' | 'remove' | 'popAll' | (string & {})
  readonly content?: string | readonly JsonValue[]
  /** What the person attached to the prompt. */
  readonly contexts?: readonly ContextReference[]
  /** Whose prompt it is, where several people share the session. */
  readonly origin?: MessageOrigin
  readonly timestamp: string
}

/** Copies of files before a message changed them. `messageId` is a message's uuid and no identity of this line. */
export type FileHistorySnapshotEntry = {
  readonly type: 'file-history-snapshot'
  readonly messageId?: UUID
  readonly snapshot: JsonObject
  readonly isSnapshotUpdate?: boolean
}

/** One file more in a snapshot, as newer versions write it instead of the whole again. */
export type FileHistoryDeltaEntry = {
  readonly type: 'file-history-delta'
  readonly messageId?: UUID
  readonly snapshotMessageId?: UUID
  readonly trackingPath?: string
  readonly backup?: JsonObject
  readonly timestamp?: string
}

export type ModeEntry = SessionRecord<'mode'> & { readonly mode: string }

export type PermissionModeEntry = SessionRecord<'permission-mode'> & {
  readonly permissionMode: PermissionMode | (string & {})
}

export type PrLinkEntry = SessionRecord<'pr-link'> & {
  readonly prNumber: number
  readonly prUrl: string
  readonly prRepository: string
  readonly timestamp: string
}

export type FrameLinkEntry = SessionRecord<'frame-link'> & {
  readonly path: string
  readonly frameUrl: string
  readonly title?: string
  readonly timestamp: string
}

export type WorktreeStateEntry = SessionRecord<'worktree-state'> & {
  readonly worktreeSession: JsonObject | null
}

/** The session moved to another directory. */
export type RelocatedEntry = SessionRecord<'relocated'> & { readonly relocatedCwd: string }

/** The session's totals when the program ended. */
export type CostStateEntry = SessionRecord<'cost-state'> & {
  readonly totalCostUSD: number
  readonly totalAPIDuration?: number
  readonly totalAPIDurationWithoutRetries?: number
  readonly totalToolDuration?: number
  readonly totalLinesAdded?: number
  readonly totalLinesRemoved?: number
  readonly totalDuration?: number
  readonly startTime?: number
  readonly modelUsage?: Readonly<Record<string, JsonValue>>
  readonly hasUnknownModelCost?: boolean
}

/** Which large results are sent in a shorter form from now on. */
export type ContentReplacementEntry = SessionRecord<'content-replacement'> & {
  readonly agentId?: string
  readonly replacements?: JsonValue
}

/** Messages that were cut out of the context by name; not seen in the corpus. */
export type SnipEntry = SessionRecord<'snip'> & { readonly uuids?: readonly UUID[] }

/** One request to the model: what it keeps of its `base`, and the hashes of the messages behind it (2.1.3xx). */
export type ApiRequestEntry = SessionRecord<'api-request'> & {
  readonly id: string
  readonly timestamp: string
  readonly version: string
  readonly querySource: string
  readonly shapeHash: string
  readonly params: JsonObject
  readonly base?: string
  readonly keep: number
  readonly tail: readonly string[]
  readonly cacheControl: readonly JsonValue[]
  readonly requestDigest: string
  readonly agentId?: string
}

/** The system prompt and tools that requests share, by hash. */
export type ApiRequestShapeEntry = SessionRecord<'api-request-shape'> & {
  readonly shapeHash: string
  readonly timestamp: string
  readonly version: string
  readonly shape: JsonObject
  readonly agentId?: string
}

/** One message of a request, by hash. It is no part of the conversation: its entry stands elsewhere. */
export type ApiRequestBlobEntry = SessionRecord<'api-request-blob'> & {
  readonly hash: string
  readonly message: JsonObject
  readonly agentId?: string
}

export type ToolsUsedEntry = SessionRecord<'tools-used'> & { readonly tools: readonly string[] }

export type AtisLatchEntry = SessionRecord<'atis-latch'> & { readonly atis: string }

/** The remote screen that follows this session. */
export type BridgeSessionEntry = SessionRecord<'bridge-session'> & {
  readonly bridgeSessionId: string
  readonly lastSequenceNum: number
  readonly ownerAccountUuid?: string
  readonly ownerOrganizationUuid?: string
}

export type SessionIdEntry = {
  readonly type: 'session-id'
  readonly id: string
  readonly timestamp?: string
}

/** A subagent began; `key` names its task. */
export type StartedEntry = { readonly type: 'started'; readonly key: string; readonly agentId: string }

/** A subagent ended. The `result` of a headless run is a message of the wire and not stored. */
export type ResultEntry = {
  readonly type: 'result'
  readonly key?: string
  readonly agentId?: string
  readonly result?: JsonValue
}

/** Every type of record in files up to Claude Code 2.1.325. */
export const RECORD_ENTRY_TYPES: readonly RecordEntryType[] = [
  'summary',
  'custom-title',
  'ai-title',
  'agent-name',
  'tag',
  'last-prompt',
  'queue-operation',
  'file-history-snapshot',
  'file-history-delta',
  'mode',
  'permission-mode',
  'pr-link',
  'frame-link',
  'worktree-state',
  'relocated',
  'cost-state',
  'content-replacement',
  'snip',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'tools-used',
  'atis-latch',
  'bridge-session',
  'session-id',
  'started',
  'result',
]

/** True for a line of a known type that is no message. Its fields are those of a file: check before use. */
export function isRecordEntry(value: unknown): value is RecordEntry {
  return isObject(value) && KNOWN_TYPES.has(value.type)
}

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(RECORD_ENTRY_TYPES)
