export {
  type APIAssistantMessage,
  type ApiErrorKind,
  type AssistantMessage,
  baseCreateAssistantMessage,
  type CreateAssistantMessageOptions,
  createAssistantAPIErrorMessage,
  createAssistantMessage,
  type SDKAssistantMessageError,
  type StopReason,
} from './assistant-message.ts'
export { type AttachmentMessage, createAttachmentMessage } from './attachment-message.ts'
export type * from './attachments.ts'
export { armTags, disarmTags } from './command-tags.ts'
export { CONTEXT_ICONS, CONTEXT_NAMES, isContextReference } from './context-reference.ts'
export {
  type CompactBoundaryOptions,
  createAgentsKilledMessage,
  createApiMetricsMessage,
  createAwaySummaryMessage,
  createBridgeEndMessage,
  createBridgeStatusMessage,
  createCommandInputMessage,
  createCompactBoundaryMessage,
  createInitMessage,
  createMemorySavedMessage,
  createMicrocompactBoundaryMessage,
  createPermissionRetryMessage,
  createScheduledTaskFireMessage,
  createSnipBoundaryMessage,
  createStopHookSummaryMessage,
  createSystemAPIErrorMessage,
  createSystemMessage,
  createTurnDurationMessage,
  type StopHookSummaryOptions,
} from './create-system-message.ts'
export { type AnyMessage, API_MESSAGE_TYPES, type Message, type QueryEvent, type Signal } from './message.ts'
export {
  cleanPersonName,
  createHumanOrigin,
  type HumanOrigin,
  isSameAuthor,
  type MessageAuthor,
  readMessageAuthor,
  readOriginAuthor,
} from './message-author.ts'
export { BLOCKS_BY_MESSAGE_TYPE, mayCarry } from './message-blocks.ts'
export {
  findToolResult,
  findToolUse,
  isAssistantMessage,
  isAttachmentMessage,
  isChainParticipant,
  isCompactBoundaryMessage,
  isHumanTurn,
  isMetaMessage,
  isMicrocompactBoundaryMessage,
  isProgressMessage,
  isSyntheticApiErrorMessage,
  isSyntheticMessage,
  isSystemLocalCommandMessage,
  isToolUseRequestMessage,
  isToolUseResultMessage,
  isUserMessage,
} from './message-guards.ts'
export {
  AGENT_ORIGIN,
  HUMAN_ORIGIN,
  isOfPerson,
  type MessageOrigin,
  originKind,
  SYSTEM_ORIGIN,
} from './message-origin.ts'
export { isPermissionMode, PERMISSION_MODES, type PermissionMode } from './permission-mode.ts'
export type * from './progress-message.ts'
export { createProgressMessage } from './progress-message.ts'
export { readArray, readNumber, readString, readStrings, readText } from './read-field.ts'
export {
  AUTO_MODE_REJECTION_PREFIX,
  buildDenialMessage,
  buildDontAskRejectionMessage,
  buildNobodyToAskMessage,
  buildPlanModeRejectionMessage,
  buildYoloRejectionMessage,
  DENIAL_WORKAROUND_GUIDANCE,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
  SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX,
} from './rejection-texts.ts'
export { createResultMessage, type ResultMessage, type ResultSubtype } from './result-message.ts'
export type * from './signal.ts'
export { createTombstoneMessage, createToolUseSummaryMessage } from './signal.ts'
export type { SummaryMessage } from './summary-message.ts'
export {
  CANCEL_MESSAGE,
  INTERRUPT_MESSAGE,
  INTERRUPT_MESSAGE_FOR_TOOL_USE,
  LOCAL_COMMAND_CAVEAT,
  MISSING_USER_TURN,
  NO_CONTENT_MESSAGE,
  NO_RESPONSE_REQUESTED,
  REJECT_MESSAGE,
  SYNTHETIC_MESSAGES,
  SYNTHETIC_MODEL,
  SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
} from './synthetic-texts.ts'
export type * from './system-message.ts'
export {
  type CreateToolResultMessageOptions,
  createToolResultMessage,
  yieldMissingToolResultBlocks,
} from './tool-result-message.ts'
export { EMPTY_USAGE, type Usage } from './usage.ts'
export {
  type APIUserMessage,
  type CreateUserMessageOptions,
  createSyntheticUserCaveatMessage,
  createUserInterruptionMessage,
  createUserMessage,
  type McpMeta,
  type SummarizeMetadata,
  type UserMessage,
} from './user-message.ts'
export { deriveShortMessageId, deriveUUID, randomUUID, type UUID } from './uuid.ts'
