import type { JsonObject } from '@antiphon/contract'
import type {
  ApiMetrics,
  CompactTrigger,
  MicrocompactMetadata,
  PreservedSegment,
  StopHookInfo,
  SystemAgentsKilledMessage,
  SystemAPIErrorMessage,
  SystemApiMetricsMessage,
  SystemAwaySummaryMessage,
  SystemBridgeStatusMessage,
  SystemCompactBoundaryMessage,
  SystemInformationalMessage,
  SystemInitMessage,
  SystemLocalCommandMessage,
  SystemMemorySavedMessage,
  SystemMessageLevel,
  SystemMicrocompactBoundaryMessage,
  SystemPermissionRetryMessage,
  SystemScheduledTaskFireMessage,
  SystemSnipBoundaryMessage,
  SystemStopHookSummaryMessage,
  SystemSubtype,
  SystemTurnDurationMessage,
} from './system-message.ts'
import { randomUUID, type UUID } from './uuid.ts'

/** Tells a person something, at a level; it may also stop the loop. */
export function createSystemMessage(
  content: string,
  level: SystemMessageLevel,
  toolUseID?: string,
  preventContinuation?: boolean,
): SystemInformationalMessage {
  return {
    ...base('informational'),
    content,
    isMeta: false,
    level,
    ...(toolUseID !== undefined && { toolUseID }),
    ...(preventContinuation && { preventContinuation }),
  }
}

/** Opens a session: what the agent can do and where it runs. */
export function createInitMessage(
  facts: Omit<SystemInitMessage, 'type' | 'subtype' | 'uuid' | 'timestamp'>,
): SystemInitMessage {
  return { ...base('init'), ...facts }
}

/** The output of a command that ran here, such as `/compact`; the one system message that the model reads. */
export function createCommandInputMessage(content: string): SystemLocalCommandMessage {
  return { ...base('local_command'), content, level: 'info', isMeta: false }
}

/** Says that commands which had been refused were allowed afterwards. */
export function createPermissionRetryMessage(commands: readonly string[]): SystemPermissionRetryMessage {
  return {
    ...base('permission_retry'),
    content: `Allowed ${commands.join(', ')}`,
    commands,
    level: 'info',
    isMeta: false,
  }
}

/** Says that a remote screen is connected, and where. */
export function createBridgeStatusMessage(url: string, upgradeNudge?: string): SystemBridgeStatusMessage {
  return {
    ...base('bridge_status'),
    content: `Remote control is active. Continue at ${url}`,
    url,
    ...(upgradeNudge !== undefined && { upgradeNudge }),
    isMeta: false,
  }
}

/** Says that no remote screen is connected any more. */
export function createBridgeEndMessage(url: string): SystemBridgeStatusMessage {
  return { ...base('bridge_status'), content: `Remote control has ended at ${url}`, url, isMeta: false }
}

/** Says that a scheduled task started this turn. */
export function createScheduledTaskFireMessage(content: string): SystemScheduledTaskFireMessage {
  return { ...base('scheduled_task_fire'), content, isMeta: false }
}

export type StopHookSummaryOptions = {
  readonly hookCount: number
  readonly hookInfos: readonly StopHookInfo[]
  readonly hookErrors: readonly string[]
  readonly preventedContinuation: boolean
  readonly stopReason?: string
  readonly hasOutput: boolean
  readonly level: SystemMessageLevel
  readonly toolUseID?: string
  readonly hookLabel?: string
  readonly totalDurationMs?: number
}

/** Sums up the hooks that ran when the model stopped. */
export function createStopHookSummaryMessage(options: StopHookSummaryOptions): SystemStopHookSummaryMessage {
  return { ...base('stop_hook_summary'), ...options }
}

/** How long a turn took, and how much of its token budget. */
export function createTurnDurationMessage(
  durationMs: number,
  budget?: { readonly tokens: number; readonly limit: number; readonly nudges: number },
  messageCount?: number,
): SystemTurnDurationMessage {
  return {
    ...base('turn_duration'),
    durationMs,
    ...(budget && { budgetTokens: budget.tokens, budgetLimit: budget.limit, budgetNudges: budget.nudges }),
    ...(messageCount !== undefined && { messageCount }),
    isMeta: false,
  }
}

/** What happened while the person was away. */
export function createAwaySummaryMessage(content: string): SystemAwaySummaryMessage {
  return { ...base('away_summary'), content, isMeta: false }
}

/** Which memory files were written. */
export function createMemorySavedMessage(writtenPaths: readonly string[]): SystemMemorySavedMessage {
  return { ...base('memory_saved'), writtenPaths, isMeta: false }
}

/** Says that subagents were ended. */
export function createAgentsKilledMessage(agentIds: readonly string[] = []): SystemAgentsKilledMessage {
  return { ...base('agents_killed'), agentIds, isMeta: false }
}

/** Speed of the API in a turn: time to the first token and output tokens a second. */
export function createApiMetricsMessage(metrics: ApiMetrics): SystemApiMetricsMessage {
  return { ...base('api_metrics'), ...metrics, isMeta: false }
}

/** Says that a request failed and when it is going to be tried again. */
export function createSystemAPIErrorMessage(options: {
  readonly error: JsonObject
  readonly retryInMs: number
  readonly retryAttempt: number
  readonly maxRetries: number
}): SystemAPIErrorMessage {
  return { ...base('api_error'), level: 'error', ...options }
}

export type CompactBoundaryOptions = {
  readonly trigger: CompactTrigger
  readonly preTokens: number
  readonly lastPreCompactMessageUuid?: UUID
  readonly userContext?: string
  readonly messagesSummarized?: number
  readonly preservedSegment?: PreservedSegment
}

/** Marks where the model's context begins anew; what lies before stays in the log, linked logically. */
export function createCompactBoundaryMessage(options: CompactBoundaryOptions): SystemCompactBoundaryMessage {
  const { lastPreCompactMessageUuid, ...compactMetadata } = options
  return {
    ...base('compact_boundary'),
    content: 'Conversation compacted',
    isMeta: false,
    level: 'info',
    compactMetadata,
    ...(lastPreCompactMessageUuid !== undefined && { logicalParentUuid: lastPreCompactMessageUuid }),
  }
}

/** Marks where old tool results were cleared without a summary. */
export function createMicrocompactBoundaryMessage(
  metadata: Omit<MicrocompactMetadata, 'trigger'>,
): SystemMicrocompactBoundaryMessage {
  return {
    ...base('microcompact_boundary'),
    content: 'Context microcompacted',
    isMeta: false,
    level: 'info',
    microcompactMetadata: { trigger: 'auto', ...metadata },
  }
}

/** Marks that the model dropped messages before this one from what it reads. */
export function createSnipBoundaryMessage(removedUuids: readonly UUID[]): SystemSnipBoundaryMessage {
  return {
    ...base('snip_boundary'),
    content: 'Messages dropped from the context',
    isMeta: false,
    level: 'info',
    snipMetadata: { removedUuids },
  }
}

function base<S extends SystemSubtype>(
  subtype: S,
): { readonly type: 'system'; readonly subtype: S; readonly uuid: UUID; readonly timestamp: string } {
  return { type: 'system', subtype, uuid: randomUUID(), timestamp: new Date().toISOString() }
}
