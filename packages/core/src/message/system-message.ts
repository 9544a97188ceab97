import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { PermissionMode } from './permission-mode.ts'
import type { UUID } from './uuid.ts'

/** What the program tells a person about itself. Only local commands are sent to the model. */
export type SystemMessage =
  | SystemInitMessage
  | SystemInformationalMessage
  | SystemLocalCommandMessage
  | SystemPermissionRetryMessage
  | SystemBridgeStatusMessage
  | SystemScheduledTaskFireMessage
  | SystemStopHookSummaryMessage
  | SystemTurnDurationMessage
  | SystemAwaySummaryMessage
  | SystemMemorySavedMessage
  | SystemAgentsKilledMessage
  | SystemApiMetricsMessage
  | SystemAPIErrorMessage
  | SystemCompactBoundaryMessage
  | SystemMicrocompactBoundaryMessage
  | SystemSnipBoundaryMessage
  | SystemModelRefusalFallbackMessage

export type SystemMessageLevel = 'info' | 'warning' | 'error' | 'suggestion' | 'notice'

export type SystemSubtype = SystemMessage['subtype']

type SystemBase<S extends string> = {
  readonly type: 'system'
  readonly subtype: S
  readonly uuid: UUID
  readonly timestamp: string
  readonly content?: string
  readonly level?: SystemMessageLevel
  readonly isMeta?: boolean
  readonly toolUseID?: string
}

type WithContent = { readonly content: string }

export type SystemInitMessage = SystemBase<'init'> & {
  readonly sessionId: string
  readonly apiKeySource: 'user' | 'project' | 'org' | 'temporary' | (string & {})
  readonly cwd: string
  readonly version: string
  readonly tools: readonly string[]
  readonly mcp_servers: readonly { readonly name: string; readonly status: string }[]
  readonly model: string
  readonly permissionMode: PermissionMode
}

export type SystemInformationalMessage = SystemBase<'informational'> &
  WithContent & { readonly level: SystemMessageLevel; readonly preventContinuation?: boolean }

export type SystemLocalCommandMessage = SystemBase<'local_command'> & WithContent

export type SystemPermissionRetryMessage = SystemBase<'permission_retry'> &
  WithContent & { readonly commands: readonly string[] }

export type SystemBridgeStatusMessage = SystemBase<'bridge_status'> &
  WithContent & { readonly url?: string; readonly bridgeUrl?: string; readonly upgradeNudge?: string }

export type SystemScheduledTaskFireMessage = SystemBase<'scheduled_task_fire'> & WithContent

export type StopHookInfo = {
  readonly command: string
  readonly promptText?: string
  readonly durationMs?: number
}

export type SystemStopHookSummaryMessage = SystemBase<'stop_hook_summary'> & {
  readonly hookCount: number
  readonly hookInfos: readonly StopHookInfo[]
  readonly hookErrors: readonly string[]
  readonly preventedContinuation: boolean
  readonly stopReason?: string
  readonly hasOutput?: boolean
  readonly hookLabel?: string
  readonly totalDurationMs?: number
  readonly hookAdditionalContext?: readonly JsonValue[]
}

export type SystemTurnDurationMessage = SystemBase<'turn_duration'> & {
  readonly durationMs: number
  readonly budgetTokens?: number
  readonly budgetLimit?: number
  readonly budgetNudges?: number
  readonly messageCount?: number
}

export type SystemAwaySummaryMessage = SystemBase<'away_summary'> & WithContent

export type SystemMemorySavedMessage = SystemBase<'memory_saved'> & {
  readonly writtenPaths: readonly string[]
  readonly teamCount?: number
}

export type SystemAgentsKilledMessage = SystemBase<'agents_killed'> & {
  readonly agentIds?: readonly string[]
}

export type ApiMetrics = {
  readonly ttftMs: number
  readonly otps: number
  readonly isP50?: boolean
  readonly turnDurationMs?: number
  readonly toolDurationMs?: number
  readonly toolCount?: number
  readonly hookDurationMs?: number
  readonly hookCount?: number
}

export type SystemApiMetricsMessage = SystemBase<'api_metrics'> & ApiMetrics

/** A request failed and is going to be tried again. */
export type SystemAPIErrorMessage = SystemBase<'api_error'> & {
  readonly error: JsonObject
  readonly cause?: JsonValue
  readonly retryInMs: number
  readonly retryAttempt: number
  readonly maxRetries: number
}

export type CompactTrigger = 'manual' | 'auto'

/** The stretch of old messages that compaction kept: relinked behind the anchor when the log is read. */
export type PreservedSegment = {
  readonly headUuid: UUID
  readonly anchorUuid: UUID
  readonly tailUuid: UUID
}

export type CompactMetadata = {
  readonly trigger: CompactTrigger
  readonly preTokens: number
  readonly postTokens?: number
  readonly durationMs?: number
  readonly userContext?: string
  readonly messagesSummarized?: number
  readonly preservedSegment?: PreservedSegment
  /** The newer form: each kept message by name. */
  readonly preservedMessages?: {
    readonly anchorUuid: UUID
    readonly uuids: readonly UUID[]
    readonly allUuids?: readonly UUID[]
  }
  readonly preCompactDiscoveredTools?: readonly string[]
}

export type SystemCompactBoundaryMessage = SystemBase<'compact_boundary'> & {
  readonly content: string
  readonly compactMetadata: CompactMetadata
  readonly logicalParentUuid?: UUID | null
}

export type MicrocompactMetadata = {
  readonly trigger: 'auto'
  readonly preTokens: number
  readonly tokensSaved: number
  readonly compactedToolIds: readonly string[]
  readonly clearedAttachmentUUIDs?: readonly UUID[]
}

export type SystemMicrocompactBoundaryMessage = SystemBase<'microcompact_boundary'> & {
  readonly content: string
  readonly microcompactMetadata: MicrocompactMetadata
}

/** The model dropped these messages from what it reads; not in the seeds, which name only the labels of `deriveShortMessageId`. */
export type SystemSnipBoundaryMessage = SystemBase<'snip_boundary'> & {
  readonly content: string
  readonly snipMetadata: { readonly removedUuids: readonly UUID[] }
}

/** The model refused and another one answered; not in the seeds, written by Claude Code 2.1.112 and later. */
export type SystemModelRefusalFallbackMessage = SystemBase<'model_refusal_fallback'> & {
  readonly direction?: string
  readonly trigger?: string
  readonly originalModel?: string
  readonly fallbackModel?: string
  readonly requestId?: string | null
  readonly retractedMessageUuids?: readonly UUID[]
  readonly refusedUserMessageUuid?: UUID | null
}
