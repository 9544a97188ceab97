import type { JsonObject, JsonValue } from '@antiphon/contract'
import { isObject } from '@antiphon/contract'
import type { Message } from '../message/message.ts'
import type { UUID } from '../message/uuid.ts'

/** A message as it is stored: the message, its place in the chain, and where it was written. */
export type TranscriptEntry = Message & EntryEnvelope

/** What the log adds to a message. Foreign and older files may lack any of it. */
export type EntryEnvelope = EntryLinks & EntryOrigin & EntryTrace

/** Where the entry hangs. */
export type EntryLinks = {
  /** The entry before this one; null for the first and for a compact boundary. */
  readonly parentUuid: UUID | null
  /** The entry before a compact boundary, whose `parentUuid` is null. */
  readonly logicalParentUuid?: UUID | null
  /** True for a subagent's entries. */
  readonly isSidechain: boolean
  readonly sessionId: string
  /** The subagent that spoke; its entries form one sidechain. */
  readonly agentId?: string
}

/** Who wrote the entry, where, and with which program. */
export type EntryOrigin = {
  readonly cwd: string
  readonly version: string
  readonly userType: string
  readonly gitBranch?: string | null
  /** The readable name of the session's plan file. */
  readonly slug?: string
  /** `cli`, `sdk-ts`, … */
  readonly entrypoint?: string
  readonly sessionKind?: string
  readonly teamName?: string
  /** A second spelling of `sessionId` in some 2.1.2xx files. */
  readonly session_id?: string
}

/** Notes of newer versions (2.1.2xx and later) on how an entry came about; nothing in core depends on them. */
export type EntryTrace = {
  readonly effort?: string
  readonly perTurnEffort?: string
  readonly requestRef?: string
  readonly requestedModel?: string
  readonly promptCacheRequested?: string
  readonly apiBlockIndex?: number
  readonly apiErrorStatus?: number
  readonly madeBy?: string
  readonly thinkingDisplay?: string
  readonly thinkingDurationMs?: number
  readonly toolInputStreamMs?: number
  readonly contextWindowSize?: number
  readonly attributionAgent?: string
  readonly attributionSkill?: string
  readonly attributionPlugin?: string
  readonly attributionMcpServer?: string
  readonly attributionMcpTool?: string
  readonly promptSource?: string
  readonly turnOrigin?: string
  readonly turnPosition?: JsonObject
  readonly turnCompanion?: boolean
  readonly permissionDecision?: JsonObject
  readonly classifierMetaLines?: JsonValue
  readonly sandboxed?: boolean
  readonly toolEndsTurn?: boolean
  readonly interruptedMessageId?: string
  readonly interruptedByShutdown?: boolean
  readonly queueSkipAttachments?: boolean
  readonly planContent?: string
  readonly renderedBesideToolResult?: boolean
}

/** The types of message that a log holds. New files hold no `progress`; those up to 2.1.8x do. */
export const TRANSCRIPT_ENTRY_TYPES = ['user', 'assistant', 'system', 'attachment', 'progress'] as const

/** True for a stored message: it names one of the types and carries that type's payload. */
export function isTranscriptEntry(value: unknown): value is TranscriptEntry {
  if (!isObject(value)) return false
  switch (value.type) {
    case 'user':
    case 'assistant':
      return isObject(value.message)
    case 'attachment':
      return isObject(value.attachment)
    case 'system':
    case 'progress':
      return true
    default:
      return false
  }
}
