export { type BuildApiRequestOptions, buildApiRequest } from './api/build-api-request.ts'
export { placeCacheMarkers } from './api/cache-markers.ts'
export type { ApiMessage, ApiRequest, ApiTool } from './api/contract/api-request.ts'
export { API_RULES } from './api/contract/api-rules.ts'
export {
  type ApiLimits,
  type ApiTarget,
  type ApiTargetOptions,
  type ApiVersion,
  DEFAULT_API_VERSION,
  DEFAULT_MODEL,
  resolveTarget,
} from './api/contract/api-target.ts'
export { BLOCKS_BY_ROLE, TOOL_RESULT_BLOCKS } from './api/contract/block-fields.ts'
export { type CheckOptions, checkApiContract } from './api/contract/check-api-contract.ts'
export {
  base64ByteLength,
  type ImageHeader,
  inspectImage,
  inspectPdf,
  isBase64,
  type PdfHeader,
} from './api/contract/media.ts'
export {
  canonicalModelName,
  MODELS,
  type ModelFacts,
  modelFacts,
  type UsdPerMTok,
} from './api/contract/models.ts'
export { PLATFORMS, type Platform, type PlatformFacts } from './api/contract/platforms.ts'
export type { Confidence, ContractLevel, Finding, Rule, Violation } from './api/contract/rule.ts'
export { type ApiView, createApiView, type NormalizeOptions } from './api/create-api-view.ts'
export { ensureToolResultPairing } from './api/ensure-tool-result-pairing.ts'
export type { ApiViewMessage, SystemTurn } from './api/finish-exchange.ts'
export { mergeUserMessages } from './api/merge-user-messages.ts'
export { normalizeMessagesForAPI } from './api/normalize-messages-for-api.ts'
export {
  blamedBlockTypes,
  ERROR_TO_BLOCK_TYPES,
  getImageTooLargeErrorMessage,
  getPdfInvalidErrorMessage,
  getPdfPasswordProtectedErrorMessage,
  getPdfTooLargeErrorMessage,
  getRequestTooLargeErrorMessage,
} from './api/refused-media.ts'
export { normalizeAttachmentForAPI } from './api/render-attachment/normalize-attachment-for-api.ts'
export { wrapInSystemReminder } from './api/render-attachment/wrap-in-system-reminder.ts'
export { reorderAttachmentsForAPI } from './api/reorder-attachments-for-api.ts'
export type { Repair, RepairAction, Report } from './api/repair.ts'
export {
  stripToolReferenceBlocksFromUserMessage,
  stripUnavailableToolReferencesFromUserMessage,
} from './api/steps/resolve-tool-references.ts'
export { toApiMessage } from './api/to-api-message.ts'
export { normalizeToolInputForAPI, type Tool, type Tools, toolMatchesName } from './api/tools.ts'
export { createUserMessageWithContext } from './context/context-message.ts'
export {
  CONTEXT_ICONS,
  type ContextDisplayType,
  type ContextReference,
  type FileReference,
  type FolderReference,
  type GitReference,
  isContextReference,
  type ProblemsReference,
  type SelectionReference,
  type SymbolReference,
  type TerminalReference,
  type WebReference,
  type WorkspaceReference,
} from './context/context-reference.ts'
export { CONTEXT_PATTERN, type ParsedContext, parseContext } from './context/parse-context.ts'
export { prependUserContext } from './context/prepend-user-context.ts'
export { addContext, CONTEXT_HEADING, renderContext, renderReference } from './context/render-context.ts'
export { encodeEntry } from './log/encode-entry.ts'
export { type Entry, isEntry, isUnknownEntry, type UnknownEntry } from './log/entry.ts'
export {
  createLineDecoder,
  type DecodeLinesOptions,
  decodeLines,
  encodeLines,
  type LineDecoder,
  type LineDecoderOptions,
} from './log/line-codec.ts'
export {
  type BadLogLine,
  type BadLogLineReason,
  type BlankLine,
  type EntryLine,
  type LogLine,
  toLocatedEntries,
} from './log/log-line.ts'
export {
  type AgentNameEntry,
  type AiTitleEntry,
  type ApiRequestBlobEntry,
  type ApiRequestEntry,
  type ApiRequestShapeEntry,
  type AtisLatchEntry,
  type BridgeSessionEntry,
  type ContentReplacementEntry,
  type CostStateEntry,
  type CustomTitleEntry,
  type FileHistorySnapshotEntry,
  type FrameLinkEntry,
  isRecordEntry,
  type LastPromptEntry,
  type ModeEntry,
  type PermissionModeEntry,
  type PrLinkEntry,
  type QueueOperationEntry,
  RECORD_ENTRY_TYPES,
  type RecordEntry,
  type RecordEntryType,
  type RelocatedEntry,
  type ResultEntry,
  type SessionIdEntry,
  type SnipEntry,
  type StartedEntry,
  type TagEntry,
  type ToolsUsedEntry,
  type WorktreeStateEntry,
} from './log/record-entry.ts'
export {
  type EntryEnvelope,
  type EntryLinks,
  type EntryOrigin,
  type EntryTrace,
  isTranscriptEntry,
  TRANSCRIPT_ENTRY_TYPES,
  type TranscriptEntry,
} from './log/transcript-entry.ts'
export {
  type ApiErrorKind,
  type AssistantMessage,
  baseCreateAssistantMessage,
  type CreateAssistantMessageOptions,
  createAssistantAPIErrorMessage,
  createAssistantMessage,
  type SDKAssistantMessageError,
  type StopReason,
} from './message/assistant-message.ts'
export type { Attachment, KnownAttachment, UnknownAttachment } from './message/attachment.ts'
export type {
  AlreadyReadFileAttachment,
  AnyFileAttachment,
  AtMentionReferenceAttachment,
  CompactFileReferenceAttachment,
  Diagnostic,
  DiagnosticsAttachment,
  DirectoryAttachment,
  EditedImageFileAttachment,
  EditedTextFileAttachment,
  FileAttachment,
  FileContent,
  ImageFileContent,
  McpResourceAttachment,
  NotebookFileContent,
  OpenedFileInIdeAttachment,
  PartsFileContent,
  PdfFileContent,
  PdfReferenceAttachment,
  ReadTruncationNoticeAttachment,
  SelectedLinesInIdeAttachment,
  TextFileContent,
  UnchangedFileContent,
} from './message/attachment-file.ts'
export type {
  AnyHookAttachment,
  AsyncHookResponseAttachment,
  HookAdditionalContextAttachment,
  HookBlockingErrorAttachment,
  HookCancelledAttachment,
  HookErrorDuringExecutionAttachment,
  HookNonBlockingErrorAttachment,
  HookPermissionDecisionAttachment,
  HookStoppedContinuationAttachment,
  HookSuccessAttachment,
  HookSystemMessageAttachment,
} from './message/attachment-hook.ts'
export type {
  AnyInboxAttachment,
  QueuedCommandAttachment,
  TaskStatusAttachment,
  TeamContextAttachment,
  TeammateMailboxAttachment,
} from './message/attachment-inbox.ts'
export type {
  AnyMemoryAttachment,
  MemoryAttachment,
  MemoryFile,
  NestedMemoryAttachment,
  RelevantMemoriesAttachment,
  RelevantMemory,
} from './message/attachment-memory.ts'
export { type AttachmentMessage, createAttachmentMessage } from './message/attachment-message.ts'
export type {
  AnyModeAttachment,
  AutoModeAttachment,
  AutoModeExitAttachment,
  OutputStyleAttachment,
  OutputStyleInstructionsAttachment,
  PlanFileReferenceAttachment,
  PlanModeAttachment,
  PlanModeExitAttachment,
  PlanModeReentryAttachment,
  ReminderType,
  UltraEffortEnterAttachment,
  UltraEffortExitAttachment,
  UltrathinkEffortAttachment,
  VerifyPlanReminderAttachment,
} from './message/attachment-mode.ts'
export type {
  AnyRecordAttachment,
  BatchingReminderSentAttachment,
  CommandPermissionsAttachment,
  ContextEfficiencyAttachment,
  CredentialOrgAttachment,
  DeferredToolsRecordAttachment,
  GoalStatusAttachment,
  MaxTurnsReachedAttachment,
  PromptRenderPointAttachment,
  PromptSnapshotAttachment,
  SecondaryReminderSentAttachment,
  StructuredOutputAttachment,
  ThinkingDropAttachment,
  ThinkingStrippedAttachment,
} from './message/attachment-record.ts'
export type {
  AnyReminderAttachment,
  BudgetUsdAttachment,
  CompanionIntroAttachment,
  CriticalSystemReminderAttachment,
  OutputTokenUsageAttachment,
  SilentTurnReminderAttachment,
  TaskReminderAttachment,
  TodoReminderAttachment,
  TokenUsageAttachment,
  TotalTokensReminderAttachment,
} from './message/attachment-reminder.ts'
export type {
  AnySessionAttachment,
  DateAttachment,
  DateChangeAttachment,
  EnvironmentAttachment,
  ModelAttachment,
  RemoteSessionChangeAttachment,
  SessionContextAttachment,
} from './message/attachment-session.ts'
export type {
  AgentListingDeltaAttachment,
  AgentMentionAttachment,
  AnyToolAttachment,
  DeferredToolsDeltaAttachment,
  DynamicSkillAttachment,
  InvokedSkillsAttachment,
  McpInstructionsDeltaAttachment,
  SkillDiscoveryAttachment,
  SkillListingAttachment,
} from './message/attachment-tool.ts'
export {
  type Base64Source,
  type CacheControl,
  type CompactionBlock,
  type ContainerUploadBlock,
  type ContentBlock,
  type ContentBlockParam,
  type ContentSource,
  type DocumentBlock,
  type FallbackBlock,
  type FileSource,
  type ImageBlock,
  isContentBlock,
  isServerToolResultBlock,
  isThinkingBlock,
  type McpToolResultBlock,
  type McpToolUseBlock,
  type RedactedThinkingBlock,
  SERVER_TOOL_RESULT_TYPES,
  type SearchResultBlock,
  type ServerToolResultBlock,
  type ServerToolResultType,
  type ServerToolUseBlock,
  type TextBlock,
  type TextSource,
  type ThinkingBlock,
  type ToolReferenceBlock,
  type ToolResultBlock,
  type ToolUseBlock,
  toContentBlocks,
  type UnknownBlock,
  type UrlSource,
} from './message/content-block.ts'
export {
  type CompactBoundaryOptions,
  createAgentsKilledMessage,
  createApiMetricsMessage,
  createAwaySummaryMessage,
  createBridgeStatusMessage,
  createCommandInputMessage,
  createCompactBoundaryMessage,
  createInitMessage,
  createMemorySavedMessage,
  createMicrocompactBoundaryMessage,
  createPermissionRetryMessage,
  createScheduledTaskFireMessage,
  createStopHookSummaryMessage,
  createSystemAPIErrorMessage,
  createSystemMessage,
  createTurnDurationMessage,
  type StopHookSummaryOptions,
} from './message/create-system-message.ts'
export { assertNever, isObject, type JsonObject, type JsonValue } from './message/json.ts'
export {
  type AnyMessage,
  API_MESSAGE_TYPES,
  type Message,
  type QueryEvent,
  type Signal,
} from './message/message.ts'
export { BLOCKS_BY_MESSAGE_TYPE, mayCarry } from './message/message-blocks.ts'
export {
  findToolResult,
  findToolUse,
  isAssistantMessage,
  isAttachmentMessage,
  isChainParticipant,
  isCompactBoundaryMessage,
  isHumanTurn,
  isMicrocompactBoundaryMessage,
  isProgressMessage,
  isSyntheticApiErrorMessage,
  isSyntheticMessage,
  isSystemLocalCommandMessage,
  isToolUseRequestMessage,
  isToolUseResultMessage,
  isUserMessage,
} from './message/message-guards.ts'
export type { PermissionMode } from './message/permission-mode.ts'
export {
  type AgentToolProgress,
  type BashProgress,
  createProgressMessage,
  type HookProgress,
  type MCPProgress,
  type Progress,
  type ProgressMessage,
  type REPLToolProgress,
  type SkillToolProgress,
  type TaskOutputProgress,
  type ToolProgressData,
  type UnknownProgress,
  type WebSearchProgress,
} from './message/progress-message.ts'
export {
  AUTO_MODE_REJECTION_PREFIX,
  buildDenialMessage,
  buildYoloRejectionMessage,
  DENIAL_WORKAROUND_GUIDANCE,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
  SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX,
} from './message/rejection-texts.ts'
export type { ResultMessage, ResultSubtype } from './message/result-message.ts'
export {
  createTombstoneMessage,
  createToolUseSummaryMessage,
  type RequestStartEvent,
  type StreamEvent,
  type TombstoneMessage,
  type ToolUseSummaryMessage,
} from './message/signal.ts'
export type { SummaryMessage } from './message/summary-message.ts'
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
} from './message/synthetic-texts.ts'
export type {
  ApiMetrics,
  CompactMetadata,
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
  SystemMessage,
  SystemMessageLevel,
  SystemMicrocompactBoundaryMessage,
  SystemModelRefusalFallbackMessage,
  SystemPermissionRetryMessage,
  SystemScheduledTaskFireMessage,
  SystemStopHookSummaryMessage,
  SystemSubtype,
  SystemTurnDurationMessage,
} from './message/system-message.ts'
export {
  type CreateToolResultMessageOptions,
  createToolResultMessage,
  yieldMissingToolResultBlocks,
} from './message/tool-result-message.ts'
export { EMPTY_USAGE, type Usage } from './message/usage.ts'
export {
  type CreateUserMessageOptions,
  createSyntheticUserCaveatMessage,
  createUserInterruptionMessage,
  createUserMessage,
  type McpMeta,
  type MessageOrigin,
  type SummarizeMetadata,
  type UserMessage,
} from './message/user-message.ts'
export { deriveShortMessageId, deriveUUID, randomUUID, type UUID } from './message/uuid.ts'
export {
  type AssistantAccumulator,
  type AssistantAccumulatorOptions,
  createAssistantAccumulator,
} from './model-stream/accumulate-assistant.ts'
export type {
  AccumulatedStep,
  AnswerEnd,
  CompleteStep,
  CutStep,
  DroppedStep,
  ErrorStep,
  MessageStep,
  PatchStep,
  RestartedStep,
  UnexpectedStep,
} from './model-stream/accumulated-step.ts'
export type {
  CitationsDelta,
  CompactionDelta,
  ContentDelta,
  InputJsonDelta,
  SignatureDelta,
  TextDelta,
  ThinkingDelta,
  UnknownDelta,
} from './model-stream/content-delta.ts'
export {
  type ContentBlockDeltaEvent,
  type ContentBlockStartEvent,
  type ContentBlockStopEvent,
  isKnownStreamEventType,
  type MessageDeltaEvent,
  type MessageStartEvent,
  type MessageStopEvent,
  type ModelStreamEvent,
  type PingEvent,
  type StreamErrorEvent,
  type UnknownStreamEvent,
} from './model-stream/model-stream-event.ts'
export {
  createSseParser,
  type IgnoredFrames,
  parseSse,
  type SseParser,
  type SseParserOptions,
} from './model-stream/sse-parser.ts'
export { buildPersonView, type PersonViewOptions } from './ui/build-view.ts'
export { formatDuration } from './ui/format-duration.ts'
export { formatSize } from './ui/format-size.ts'
export {
  createMessageSplitter,
  type NormalizedAssistantMessage,
  type NormalizedMessage,
  type NormalizedUserMessage,
  normalizeMessages,
} from './ui/normalize-messages.ts'
export { oneLine } from './ui/one-line.ts'
export type {
  AnswerItem,
  BoundaryItem,
  CommandItem,
  InterruptionItem,
  ItemFace,
  MetaItem,
  NoticeItem,
  PersonItem,
  PersonItemKind,
  PromptItem,
  SummaryItem,
  ThinkingItem,
  ToolItem,
} from './ui/person-item.ts'
export { messageText } from './ui/plain-text.ts'
export { DEFAULT_PREVIEW_LIMITS, type PreviewLimits, previewText, type TextPreview } from './ui/preview.ts'
export { previewToolResult } from './ui/preview-tool-result.ts'
export { reorderMessagesInUI } from './ui/reorder-messages-in-ui.ts'
export { stripControl } from './ui/strip-control.ts'
export { systemMessageText } from './ui/system-message-text.ts'
export { toolCallTitle } from './ui/tool-call-title.ts'
export { isLaunchedOnly, type ToolStatus, toolStatus } from './ui/tool-status.ts'
export { buildToolStories, type ToolStory } from './ui/tool-story.ts'
export {
  type ControlCancelRequestEvent,
  type ControlError,
  type ControlFrame,
  type ControlRequestEvent,
  type ControlResponseEvent,
  type ControlSuccess,
  createUnsupportedRequestResponse,
} from './wire/control-protocol.ts'
export {
  CONTROL_DIRECTIONS,
  type ControlRequest,
  type ControlRequestOf,
  type ControlSubtype,
  isControlSubtype,
} from './wire/control-request.ts'
export type { ControlRequestFields, HookCallbackMatcher, HookInput } from './wire/control-request-fields.ts'
export type {
  ControlResponsePayload,
  HookCallbackOutput,
  InitializeResponse,
  PermissionResult,
  WireModelInfo,
} from './wire/control-response.ts'
export {
  type DispatchedEvent,
  dispatchCallback,
  dispatchWireEvent,
  dispatchWireEvents,
  EventTypeBlock,
  EventTypeImage,
  EventTypeOther,
  EventTypeResult,
  EventTypeServerToolResult,
  EventTypeServerToolUse,
  EventTypeSystem,
  EventTypeText,
  EventTypeThinking,
  EventTypeToolResult,
  EventTypeToolUse,
} from './wire/dispatch-wire-event.ts'
export { type EncodeWireEventOptions, encodeWireEvent } from './wire/encode-wire-event.ts'
export { getContentBlocks } from './wire/get-content-blocks.ts'
export { HOOK_EVENT_NAMES, type HookEventName } from './wire/hook-event-name.ts'
export type {
  PermissionRulesUpdate,
  PermissionUpdate,
  PermissionUpdateDestination,
} from './wire/permission-update.ts'
export { splitGluedJson } from './wire/split-glued-json.ts'
export {
  type BadLine,
  type BadLineReason,
  createStreamJsonParser,
  type ParsedEvent,
  type ParsedLine,
  parseStreamJson,
  type StreamJsonParser,
  type StreamJsonParserOptions,
} from './wire/stream-json-parser.ts'
export { TERMINAL_REASONS, type TerminalReason } from './wire/terminal-reason.ts'
export { toWireEvents, type WireContext } from './wire/to-wire-events.ts'
export { createTurnProgress, type TurnProgress } from './wire/turn-progress.ts'
export type {
  NoticeStep,
  PendingCall,
  ResultStep,
  RetryStep,
  SessionStep,
  SubagentStep,
  TextStep,
  ThinkingStep,
  ToolCall,
  ToolEndStep,
  ToolStartStep,
  TurnStep,
} from './wire/turn-step.ts'
export type { WireBase, WireCause, WireSystem } from './wire/wire-base.ts'
export type {
  UnknownWireEvent,
  WireActiveGoalEvent,
  WireAssistantBody,
  WireAssistantEvent,
  WireAuthStatusEvent,
  WireCommandLifecycleEvent,
  WireConversationResetEvent,
  WireEvent,
  WireKeepAliveEvent,
  WireLegacyMessageEvent,
  WireNesting,
  WirePromptSuggestionEvent,
  WireRateLimitEvent,
  WireStreamEvent,
  WireToolProgressEvent,
  WireToolUseSummaryEvent,
  WireTranscriptMirrorEvent,
  WireUserEvent,
} from './wire/wire-event.ts'
export type {
  WireHookEvent,
  WireHookProgressEvent,
  WireHookResponseEvent,
  WireHookStartedEvent,
} from './wire/wire-hook-event.ts'
export type {
  WireApiRetryEvent,
  WireControlRequestProgressEvent,
  WireElicitationCompleteEvent,
  WireInformationalEvent,
  WireLocalCommandOutputEvent,
  WireModelRefusalFallbackEvent,
  WireModelRefusalNoFallbackEvent,
  WireNoticeEvent,
  WireNotificationEvent,
  WirePermissionDeniedEvent,
  WireThinkingTokensEvent,
} from './wire/wire-notice-event.ts'
export type {
  WireModelUsage,
  WirePermissionDenial,
  WireResultError,
  WireResultEvent,
  WireResultSuccess,
} from './wire/wire-result-event.ts'
export type {
  WireCommandsChangedEvent,
  WireCompactBoundaryEvent,
  WireFilesPersistedEvent,
  WireInitEvent,
  WireMemoryRecallEvent,
  WireMirrorErrorEvent,
  WirePluginInstallEvent,
  WireSessionEvent,
  WireSessionStateChangedEvent,
  WireSessionWritesLostEvent,
  WireSlashCommand,
  WireStatusEvent,
  WireWorkerShuttingDownEvent,
} from './wire/wire-session-event.ts'
export {
  addWireEvent,
  type Counts,
  computeWireStatistics,
  EMPTY_WIRE_STATISTICS,
  type SessionTotals,
  type WireStatistics,
} from './wire/wire-statistics.ts'
export type { UnknownWireSystemEvent, WireSystemEvent } from './wire/wire-system-event.ts'
export type {
  WireBackgroundTasksChangedEvent,
  WireTaskEvent,
  WireTaskNotificationEvent,
  WireTaskProgressEvent,
  WireTaskStartedEvent,
  WireTaskUpdatedEvent,
  WireTaskUsage,
} from './wire/wire-task-event.ts'
